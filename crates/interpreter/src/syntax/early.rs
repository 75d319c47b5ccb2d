//! Which of the reported errors count: programs are not refused for what only a type checker minds.

use super::Grammar;
use oxc_diagnostics::OxcDiagnostic;

/// TypeScript's own complaints that leave the meaning of a program alone.
const HARMLESS: &[&str] = &[
    "1016", "1018", "1028", "1029", "1030", "1031", "1036", "1038", "1039", "1040", "1042", "1044",
    "1045", "1046", "1047", "1051", "1070", "1089", "1090", "1093", "1094", "1095", "1183", "1184",
    "1206", "1228", "1234", "1235", "1243", "1244", "1247", "1253", "1255", "1257", "1263", "1264",
    "1265", "1266", "1268", "1277", "1278", "1337", "2300", "2371", "2391", "2414", "2427", "2431",
    "2435", "2457", "2669", "2670", "2784", "5085", "5086", "5087",
];

/// Whether an error refuses the text.
pub(super) fn applies(error: &OxcDiagnostic, grammar: Grammar) -> bool {
    // Reported as an unsupported form in every mode.
    if error.message == "'with' statements are not allowed" {
        return false;
    }
    let number = error.code.number.as_deref().unwrap_or("");
    let typescript = error.code.scope.as_deref() == Some("TS");
    !(grammar == Grammar::Program && typescript && HARMLESS.contains(&number))
}
