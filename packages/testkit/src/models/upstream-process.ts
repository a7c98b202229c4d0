import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const program = fileURLToPath(new URL('upstream-program.ts', import.meta.url))

/** Starts the stand-in in a separate process; prompts control how it answers (`promptOf`). */
export async function forkUpstream(): Promise<{ baseUrl: string } & AsyncDisposable> {
  const child = fork(program, [])
  const [said] = await once(child, 'message')
  return {
    baseUrl: z.string().parse(said),
    async [Symbol.asyncDispose]() {
      const over = once(child, 'exit')
      child.disconnect()
      await over
    },
  }
}
