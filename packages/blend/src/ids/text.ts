import type { DataBlock } from './data-block.ts'
import type { Findings } from './findings.ts'

/** Source: `TXT_ISSCRIPT` of `DNA_text_types.h`, "Register" in the text editor. */
const asksToRun = 1 << 4

/** `TX`: texts that ask to run when the file is opened. */
export function readText(text: DataBlock, findings: Findings): void {
  if (((text.self.number('flags') ?? 0) & asksToRun) !== 0) findings.addScript(text.name)
}
