/**
 * Passes pieces on, and calls `end` once when they have ended, failed, or are left, also before the first: a generator
 * that was not started would not notice.
 */
export function withEnd<T>(
  pieces: AsyncGenerator<T, void>,
  end: () => Promise<void>,
): AsyncIterable<T> {
  let ending: Promise<void> | undefined
  const endOnce = () => (ending ??= end())
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const piece = await pieces.next()
          if (piece.done === true) await endOnce()
          return piece
        } catch (error) {
          await endOnce()
          throw error
        }
      },
      async return() {
        await pieces.return().finally(endOnce)
        return { done: true, value: undefined }
      },
    }),
  }
}
