/** One for all: every request ends in an abort, and making an error each time costs more than the answer. */
export const callerGone = new DOMException('The caller is gone', 'AbortError')
