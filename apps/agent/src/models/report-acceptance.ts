import type { Clock } from '@gridloom/async/clock'
import { type AnswerPart, acceptedAfterMs } from '@gridloom/contract/agent/models'

/** Yields the parts of an answer, with `taken` before them if the first takes long. */
export async function* withAcceptance(
  parts: AsyncGenerator<AnswerPart, void>,
  clock: Clock,
): AsyncGenerator<AnswerPart, void> {
  const first = parts.next()
  const late = Promise.withResolvers<'late'>()
  const cancel = clock.after(acceptedAfterMs, () => late.resolve('late'))
  try {
    if ((await Promise.race([first, late.promise])) === 'late') yield { kind: 'taken' }
    const step = await first
    if (step.done === true) return
    yield step.value
    yield* parts
  } finally {
    cancel()
    await parts.return()
  }
}
