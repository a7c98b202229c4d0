import { plainText } from '@gridloom/contract/core/plain-text'
import type { RefusedPart } from '@gridloom/contract/templates/template-source'

const partCharsMax = 120
/** Reasons can name parts too. */
const reasonCharsMax = 300
/** Texts of others can name any number of parts. */
const listedMax = 100

/** Parts of a text that were left out, with their reasons. */
export interface RefusedParts {
  add(part: string, reason: string): void
  addAll(parts: readonly RefusedPart[]): void
  /** Each part on one plain line; parts above the maximum are counted in the last one. */
  list(): RefusedPart[]
}

export function createRefusedParts(): RefusedParts {
  const listed: RefusedPart[] = []
  let more = 0
  const add = (part: string, reason: string) => {
    if (listed.length < listedMax)
      listed.push({
        part: shortened(part, partCharsMax),
        reason: shortened(reason, reasonCharsMax),
      })
    else more += 1
  }
  return {
    add,
    addAll: (parts) => {
      for (const { part, reason } of parts) add(part, reason)
    },
    list: () => {
      if (more === 0) return [...listed]
      return [...listed, { part: `${more} more`, reason: `Only the first ${listedMax} are listed` }]
    },
  }
}

/** Bounded before it is cleaned, as a part may be the whole of a text. */
function shortened(text: string, charsMax: number): string {
  return plainText(text.slice(0, 8 * charsMax), charsMax)
}
