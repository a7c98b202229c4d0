import { Buffer } from 'node:buffer'
import type { Clock } from '@gridloom/async/clock'
import { createFairQueue } from '../fair-queue.ts'
import { createJobThread } from '../threads/job-thread.ts'
import type { Paper } from './paper.ts'
import type { PaperAnswer } from './paper-thread.ts'

/** Makes PDFs in one thread, one after the other. */
export interface PaperMaker extends AsyncDisposable {
  /**
   * Returns the PDF/A-3b of a paper. Papers of one `key`, such as an account, wait for each other, and those of another key
   * for at most one of them. @throws Refused `too_many_requests` with too many waiting; Error for a paper that cannot be
   * made, in time and memory
   */
  make(paper: Paper, key: string): Promise<Buffer>
}

interface PaperMakerOptions {
  clock: Pick<Clock, 'sleep'>
  msMax?: number
  waitingMax?: number
  /** The script of the thread; tests use others. */
  script?: URL
}

/** Fonts take 60 MiB once they are parsed. */
const heapMiBMax = 384
const usualMsMax = 20_000
const usualWaitingMax = 100

/** Creates the maker. A paper that takes too long or too much memory ends its thread, and the next one starts another. */
export function createPaperMaker(options: PaperMakerOptions): PaperMaker {
  const { clock, msMax = usualMsMax, waitingMax = usualWaitingMax } = options
  const script = options.script ?? new URL('./paper-thread.ts', import.meta.url)
  const enqueue = createFairQueue({ concurrency: 1, waitingMax })
  const thread = createJobThread<Paper, PaperAnswer>({ script, heapMiBMax, clock })
  return {
    make: (paper, key) => enqueue(async () => pdfOf(await thread.ask(paper, msMax)), key),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

function pdfOf(answer: PaperAnswer): Buffer {
  if ('problem' in answer) throw new Error(`a PDF cannot be made: ${answer.problem}`)
  return Buffer.from(answer.pdf)
}
