// Judges books with the modules of the audit page: a list of texts on standard input, a line of findings for each.
import { readFileSync } from "node:fs";
import { judgeBook } from "../../../web/audit/verdict.js";

for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const { findings, fault, luck } = await judgeBook(text);
  const told = findings.map(({ check, outcome, fault: why }) => ({
    check, outcome, entry: why?.entry ?? null, expected: why?.expected, found: why?.found,
  }));
  console.log(JSON.stringify({ findings: told, first: fault && fault.entry, draws: luck.draws.length }));
}
