import { parentPort } from 'node:worker_threads'
import { makePaperPdf } from './make-paper-pdf.ts'
import type { Paper } from './paper.ts'

/** The result of a thread for one paper. */
export type PaperAnswer = { pdf: Uint8Array } | { problem: string }

parentPort?.on('message', (paper: Paper) => {
  void answerTo(paper).then((answer) => parentPort?.postMessage(answer))
})

async function answerTo(paper: Paper): Promise<PaperAnswer> {
  try {
    return { pdf: await makePaperPdf(paper) }
  } catch (error) {
    // @NOTE the error is returned to the caller: one bad document must not end the thread.
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
