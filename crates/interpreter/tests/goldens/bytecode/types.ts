enum Level { Low, Mid = 5, High = Mid * 2, Name = "n", Size = Name.length }
namespace Tools { export const x: number = 1; export function f<T>(a: T): T { return a; } }
abstract class Point { constructor(private readonly x: number, public y = 2) {} abstract area(): number; }
interface Shape { area(): number }
type Pair<T> = [T, T];
const value = <Pair<number>>([1, 2] as unknown) satisfies Pair<number>;
function overload(a: string): void;
function overload(a: any) { return a!.b?.c; }
declare const missing: string;
import Alias = Tools.f;
Alias<number>(1);
