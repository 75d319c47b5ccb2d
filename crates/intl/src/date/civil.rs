//! Calendar fields of an instant in a zone: plain arithmetic on the proleptic Gregorian calendar.

use crate::zone::Zone;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Civil {
    /// Astronomical year.
    pub year: i64,
    /// 1 to 12.
    pub month: u32,
    pub day: u32,
    /// 0 is Sunday.
    pub weekday: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
    pub millisecond: u32,
    pub day_of_year: u32,
}

impl Civil {
    /// Days since 1970-01-01.
    pub(crate) fn days(&self) -> i64 {
        days_from(self.year, self.month, self.day)
    }

    pub(crate) fn at(epoch_ms: i64, zone: &Zone) -> Civil {
        let local = epoch_ms.saturating_add(zone.offset_ms_at(epoch_ms));
        let days = local.div_euclid(86_400_000);
        let ms = local.rem_euclid(86_400_000);
        let (year, month, day) = from_days(days);
        let first = days_from(year, 1, 1);
        Civil {
            year,
            month,
            day,
            weekday: (days + 4).rem_euclid(7) as u32,
            hour: (ms / 3_600_000) as u32,
            minute: (ms / 60_000 % 60) as u32,
            second: (ms / 1000 % 60) as u32,
            millisecond: (ms % 1000) as u32,
            day_of_year: (days - first + 1) as u32,
        }
    }
}

/// Year, month and day of a day counted from 1970-01-01.
fn from_days(days: i64) -> (i64, u32, u32) {
    // Years are counted from March here, so that the leap day comes last.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month as u32, day as u32)
}

/// Day of a date, counted from 1970-01-01.
fn days_from(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted = i64::from((month + 9) % 12);
    let day_of_year = (153 * shifted + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}
