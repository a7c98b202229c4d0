import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@gridloom/agent/host/clock'
import { modelSandboxFinder } from '@gridloom/agent/inference/find-model-sandbox'
import { openLlama } from '@gridloom/agent/inference/llama/index'
import { describe, expect, it } from 'vitest'
import { expectNoWayOut, type Probed, probeProgram } from './sandbox-probe.ts'

const canRun = existsSync('/usr/bin/bwrap')

describe.runIf(canRun)('a model that takes llama.cpp over', () => {
  it('finds no way out: no system call, no rights, bounded processes and files', async () => {
    const probe = `execFileSync('perl', ['-e', ${JSON.stringify(probeProgram())}], { encoding: 'utf8' })`
    const probed: Probed = JSON.parse(await saidBy(probe))
    expectNoWayOut(probed)
    expect(probed.largest).toBeLessThanOrEqual(16 * 1024 * 1024)
  })

  it('reads its one model, and nothing else of the machine or of the agent', async () => {
    const found = await saidBy(`JSON.stringify(Object.fromEntries(
      Object.entries({ own: order.file, key: order.library + '/../key', shadow: '/etc/shadow',
        agent: '/proc/' + process.ppid + '/environ', users: '/etc/passwd' })
        .map(([name, path]) => [name, attempt(() => readFileSync(path, 'latin1').slice(0, 4))])))`)
    expect(JSON.parse(found)).toEqual({
      ...{ own: 'GGUF', key: 'ENOENT', shadow: 'ENOENT', users: 'ENOENT' },
      agent: expect.stringMatching(/^(EACCES|EPERM|ENOENT)$/),
    })
  })

  it('writes no file of the machine, its model and its code neither', async () => {
    const found = await saidBy(`JSON.stringify(
      [order.file, order.library + '/x', process.execPath, '/usr/x', '/x']
        .map((path) => attempt(() => writeFileSync(path, 'changed'))))`)
    expect(JSON.parse(found)).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/^E(ROFS|ACCES|PERM|TXTBSY)$/)),
    )
  })

  it('cannot make the agent stumble over what it says', async () => {
    const wrong = `(process.send({ kind: 'text', id: 'x', text: { length: 1e9 } }), new Promise(() => {}))`
    await expect(saidBy(wrong)).rejects.toThrow('said what no engine says')
  })
})

/** What a library says that was taken over: it answers the opening of a model with the value of an expression. */
async function saidBy(expression: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-hostile-model-'))
  try {
    const library = path.join(folder, 'library')
    const dist = path.join(library, 'node-llama-cpp/dist')
    await mkdir(dist, { recursive: true })
    await chmod(folder, 0o755)
    await writeFile(path.join(folder, 'key'), 'secret', { mode: 0o644 })
    const file = path.join(folder, 'model.gguf')
    await copyFile(tinyModel, file)
    await chmod(file, 0o600)
    await writeFile(path.join(library, 'node-llama-cpp/package.json'), '{"type":"module"}')
    await writeFile(path.join(dist, 'index.js'), libraryThatSays(expression))
    const sandbox = await modelSandboxFinder()()
    if (sandbox === undefined || 'missing' in sandbox) throw new Error('there is no sandbox here')
    const opening = openLlama({
      ...{ library, sandbox, file, slots: 1, contextTokensMax: null, threads: 1 },
      ...{ clock: systemClock, silenceMsMax: 60_000, signal: new AbortController().signal },
    })
    await opening.then((engine) => engine.close())
    throw new Error('it opened')
  } catch (cause) {
    const { message } = Object(cause)
    const said = /^said:([0-9a-f]+)$/.exec(message)?.[1]
    if (said === undefined) throw cause
    return Buffer.from(said, 'hex').toString()
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** In hexadecimal digits, as texts of engines lose their paths. */
function libraryThatSays(expression: string): string {
  return `
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
const attempt = (deed) => { try { return deed() ?? 'made' } catch (cause) { return cause.code } }
export async function getLlama() {
  return { loadModel: async ({ modelPath }) => {
    const order = { file: modelPath, library: new URL('../..', import.meta.url).pathname.replace(/\\/$/, '') }
    throw new Error('said:' + Buffer.from(await (${expression})).toString('hex'))
  } }
}
export const resolveChatWrapper = undefined, LlamaGrammarEvaluationState = undefined, GgufFileType = {}
`
}

const tinyModel = fileURLToPath(
  new URL('../../fixtures/models/tinychat-1m-q8.gguf', import.meta.url),
)
