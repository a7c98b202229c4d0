import { TextLines } from '@gridloom/async/text-lines'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Evidence } from '@gridloom/contract/reputation/evidence'
import type { Ctx } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'

const lineCharsMax = 10_000

/** Downloads the facts of a machine, oldest first. @throws {FailedError} for a line that is no fact */
export async function* readFacts(ctx: Ctx, id: MachineId): AsyncIterable<Evidence> {
  const response = await ctx.client.reputation.readEvidence({ params: { id }, signal: ctx.signal })
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'throw' })
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? [])
    for (const line of lines.add(decoder.decode(bytes, { stream: true }))) yield factOf(line)
}

function factOf(line: string): Evidence {
  try {
    return Evidence.parse(JSON.parse(line))
  } catch (error) {
    throw new FailedError('The server sent a line that is no fact.', { cause: error })
  }
}
