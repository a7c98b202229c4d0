/**
 * Returns a function that runs work now, or after this turn of the event loop while it lasts. For sessions of HTTP/2:
 * Node reads what their socket already holds in the next tick, and throws there where nobody can catch it if the session
 * was destroyed before (seen in 24.21). Call it just after the session was made.
 */
export function afterBegin(): (work: () => void) => void {
  let waiting: (() => void)[] | undefined = []
  process.nextTick(() => {
    const due = waiting ?? []
    waiting = undefined
    for (const work of due) work()
  })
  return (work) => {
    if (waiting === undefined) work()
    else waiting.push(work)
  }
}
