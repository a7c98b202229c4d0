import type { AnswerPart } from '@gridloom/contract/agent/models'

/**
 * Parts on their way from an engine to a reader. Waiting text is joined to one part, however many tokens it came in, so
 * that a slow reader takes no more memory than the text of the answer.
 */
export interface PartQueue {
  put(part: AnswerPart): void
  /** Throws to the reader, after the parts that are queued. */
  fail(cause: unknown): void
  end(): void
  read(): AsyncGenerator<AnswerPart, void>
}

export function createPartQueue(): PartQueue {
  const waiting: AnswerPart[] = []
  let isOver = false
  let failure: { cause: unknown } | undefined
  let wake = Promise.withResolvers<void>()

  async function* read(): AsyncGenerator<AnswerPart, void> {
    for (;;) {
      const part = waiting.shift()
      if (part !== undefined) {
        yield part
        continue
      }
      if (failure !== undefined) throw failure.cause
      if (isOver) return
      await wake.promise
      wake = Promise.withResolvers<void>()
    }
  }

  return {
    put: (part) => {
      if (isOver) return
      const last = waiting.at(-1)
      if (isText(part) && last !== undefined && isText(last) && part.kind === last.kind) {
        waiting[waiting.length - 1] = joined(last, part)
      } else {
        waiting.push(part)
      }
      wake.resolve()
    },
    fail: (cause) => {
      if (isOver) return
      isOver = true
      failure = { cause }
      wake.resolve()
    },
    end: () => {
      isOver = true
      wake.resolve()
    },
    read,
  }
}

type TextPart = Extract<AnswerPart, { kind: 'text' | 'reasoning' }>

function isText(part: AnswerPart): part is TextPart {
  return part.kind === 'text' || part.kind === 'reasoning'
}

function joined(one: TextPart, other: TextPart): TextPart {
  return { ...one, text: one.text + other.text, tokens: one.tokens + other.tokens }
}
