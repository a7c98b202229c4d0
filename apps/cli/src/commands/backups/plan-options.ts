import { limits } from '@gridloom/contract/core/constants'
import type { Ctx } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'
import { wholeNumber } from '../../input/parse-values.ts'

/** Parses how many recovery points of a kind stay. */
export const kept = (what: string) => wholeNumber(what, 0, limits.backupPointsKept)

/** Reads a secret, without the line break at its end. @throws NotFoundError */
export async function secretIn(ctx: Ctx, file: string): Promise<string> {
  const text = await ctx.host.readFile(file)
  if (text === undefined) throw new NotFoundError(`${file} can't be read.`)
  return text.replace(/\r?\n$/, '')
}
