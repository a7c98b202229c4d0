import { readFile, writeFile } from 'node:fs/promises'
import type { CanaryOutcome, Renderer } from '@gridloom/agent/rendering/renderer'

/**
 * Machines that are one and the same computer show once what it can: the first renders the canary and finds out what
 * Blender can, the others say the same.
 */
export function oneCanary(): (renderer: Renderer) => Renderer {
  let probed: ReturnType<Renderer['probe']> | undefined
  let rendered: Promise<{ outcome: CanaryOutcome; picture: Buffer }> | undefined
  return (renderer) => ({
    open: (asked) => renderer.open(asked),
    probe(signal) {
      probed ??= renderer.probe(signal)
      return probed
    },
    async canary(asked) {
      rendered ??= (async () => {
        const outcome = await renderer.canary(asked)
        return { outcome, picture: await readFile(asked.outFile) }
      })()
      const { outcome, picture } = await rendered
      await writeFile(asked.outFile, picture)
      return outcome
    },
  })
}
