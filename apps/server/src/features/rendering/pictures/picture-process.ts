import { doTask, type PictureTask, type TaskName, type TaskResult } from './picture-tasks.ts'
import { NotAPicture } from './pictures.ts'

/** How a process answers. */
export type PictureAnswer =
  | { kind: 'done'; result: TaskResult<TaskName> }
  | { kind: 'not_a_picture'; why: string }
  | { kind: 'failed'; why: string }

/** The body of a process: one task after the other, each with one answer, until the server is gone. */
process.on('message', (task: PictureTask) => {
  void doTask(task)
    .then((result): PictureAnswer => ({ kind: 'done', result }), failureOf)
    .then((answer) => process.send?.(answer))
})
process.once('disconnect', () => process.exit(0))

function failureOf(error: unknown): PictureAnswer {
  if (error instanceof NotAPicture) return { kind: 'not_a_picture', why: error.message }
  return { kind: 'failed', why: error instanceof Error ? `${error.stack}` : String(error) }
}
