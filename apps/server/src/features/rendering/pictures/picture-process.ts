import { Socket } from 'node:net'
import { type Frame, FrameReader, framesFd, writeFrame } from '@gridloom/domain/sandbox/frames'
import { frameOf, type PictureAnswer, taskBounds, taskOf } from './picture-frames.ts'
import { doTask } from './picture-tasks.ts'
import { NotAPicture } from './pictures.ts'

// The main loop of a process: tasks one at a time, each with one answer, until the server exits.

const answers = new Socket({ fd: framesFd, readable: false, writable: true })
const tasks = new FrameReader(taskBounds)

process.stdin.on('data', (bytes: Buffer) => {
  for (const task of tasks.push(bytes)) void answer(task)
})
process.stdin.once('end', () => process.exit())

async function answer(task: Frame): Promise<void> {
  const answered = await doTask(taskOf(task)).then(
    (result): PictureAnswer => ({ kind: 'done', result }),
    failureOf,
  )
  writeFrame(answers, frameOf(answered))
}

function failureOf(error: unknown): PictureAnswer {
  if (error instanceof NotAPicture) return { kind: 'not_a_picture', why: error.message }
  return { kind: 'failed', why: error instanceof Error ? `${error.stack}` : String(error) }
}
