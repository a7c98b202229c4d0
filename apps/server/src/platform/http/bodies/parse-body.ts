import { isUtf8 } from 'node:buffer'
import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import { type JsonScan, scanJson } from '@gridloom/domain/scan-json'
import { parse } from 'secure-json-parse'

/** Limits of every body, in whichever thread it is parsed. */
const bounds = { depthMax: limits.jsonDepth, valuesMax: limits.jsonValues }

/** Scans and parses a body. @throws Refused `malformed_body`, `invalid_input` */
export function parseBody(bytes: Buffer): unknown {
  return parseScanned(bytes, scanJson(bytes, bounds))
}

/** Parses a scanned body. Bodies are JSON in UTF-8 (RFC 8259). @throws Refused `malformed_body`, `invalid_input` */
export function parseScanned(bytes: Buffer, found: JsonScan): unknown {
  const complaint = complaints[found]
  if (complaint !== undefined) throw new Refused('invalid_input', { fields: { body: complaint } })
  if (!isUtf8(bytes)) throw new Refused('malformed_body', { internal: 'not UTF-8' })
  try {
    return parse(bytes.toString(), { protoAction: 'error', constructorAction: 'error' })
  } catch (cause) {
    throw new Refused('malformed_body', { cause })
  }
}

/** Neither the database nor the file system accepts a NUL character. */
const complaints: Readonly<Record<JsonScan, string | undefined>> = {
  fine: undefined,
  too_deep: `Lists and objects must not be nested deeper than ${limits.jsonDepth} levels.`,
  too_many: `The body must not contain more than ${limits.jsonValues} values.`,
  has_nul: 'Text must not contain a NUL character.',
}
