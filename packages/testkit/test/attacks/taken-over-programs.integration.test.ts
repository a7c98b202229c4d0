import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { systemClock } from '@gridloom/async/clock'
import type { AnswerRequest } from '@gridloom/contract/agent/models'
import {
  createPictures,
  findPictureSandbox,
} from '@gridloom/server/features/rendering/pictures/picture-processes'
import { describe, expect, it } from 'vitest'
import { takenOverBlender } from './hostile-blender.ts'
import { openHostileModel } from './hostile-model.ts'
import { speakByHand } from './raw-http.ts'

// The output of a sandboxed program to its parent, once a model or a picture has taken it over. Over Node's own IPC
// channel each of the first four ended the agent, or the control plane, within a moment.

const canRun = existsSync('/usr/bin/bwrap')

const nonsense: [string, string][] = [
  ['a line that is no frame', 'shout(Buffer.from(`not json\\n`))'],
  ['a frame of nonsense', "shout(Buffer.from(`\\x03\\0\\0\\0\\0\\0\\0\\0{x}`, 'latin1'))"],
  ['a frame of 4 GiB, and bytes without end', 'shoutForEver(Buffer.alloc(65_536, 0xff))'],
  ['lists in lists', "{ const deep = frame('x'.repeat(5e4)); deep.fill('[', 8); shout(deep) }"],
  ['a word of another shape', "shout(frame({ kind: 'text', id: 'x', text: { length: 1e9 } }))"],
  ['words of another kind without end', 'shoutForEver(frame({}))'],
]

describe.runIf(canRun)('a model that took over llama.cpp', () => {
  it.each([
    ...nonsense,
    ['a word that nobody waits for, without end', "shoutForEver(frame({ kind: 'alive' }))"],
  ])('is ended for %s, and the agent keeps running', async (_, deed) => {
    const watch = watchOurselves()
    await expect(openHostileModel(`${deed}; await new Promise(() => {})`)).rejects.toThrow(
      'sent an invalid message',
    )
    watch.expectWell()
  })

  it('is ended when it writes more than it was asked for', async () => {
    const text = "frame({ kind: 'text', id: 1, text: 'x'.repeat(1e3), tokens: 1 })"
    await using engine = await openHostileModel(opensAndThen(`shoutForEver(${text})`))
    const watch = watchOurselves()
    const answer = Array.fromAsync(engine.answer({ ...request, max_tokens: 10 }, never()))
    const parts = await answer
    expect(parts.at(-1)).toMatchObject({
      ...{ kind: 'end', reason: 'failed' },
      problem: 'The engine sent more than was requested.',
    })
    expect(await engine.ended).toBe('The engine sent more than was requested.')
    watch.expectWell()
  })

  it.each([
    ['words', "frame({ kind: 'alive' })", 4],
    ['prints', "Buffer.alloc(65_536, '\\n')", 2],
  ])('does not block the agent when it %s forever', async (_, bytes, fd) => {
    await using engine = await openHostileModel(opensAndThen(`shoutForEver(${bytes}, ${fd})`))
    const watch = watchOurselves()
    const left = new AbortController()
    const answer = Array.fromAsync(engine.answer(request, left.signal))
    answer.catch(() => undefined)
    await sleep(3_000)
    watch.expectWell()
    left.abort(new Error('gone'))
  })
})

describe.runIf(canRun)('a scene that took over Blender', () => {
  it.each([
    ['lines', "yes ''"],
    ['one line', "tr '\\0' x </dev/zero"],
    ['answers', 'while :; do echo "$marker {\\"event\\":\\"opened\\"}"; done'],
  ])('does not block the agent when it prints %s forever', async (_, deed) => {
    await using blender = await takenOverBlender(`${deed} >&3`, 'exec 3>&1')
    await using scene = await blender.open()
    const watch = watchOurselves()
    const rendering = blender.render(scene)
    rendering.catch(() => undefined)
    await sleep(3_000)
    watch.expectWell()
  })
})

describe.runIf(canRun)('a picture that took over its decoder', () => {
  it.each([
    ...nonsense,
    [
      'a picture of 3 GiB',
      "shout(Buffer.from(`02000000010000000000 00c0`.replaceAll(' ', ''), 'hex'))",
    ],
    ['a part that is not there', "shout(frame({ kind: 'done', result: { part: 0 } }))"],
    [
      'more than the picture can have',
      'shoutForEver(frame({ kind: "done", result: { part: 0 } }, Buffer.alloc(1e6)))',
    ],
    [
      'another answer than to what was asked',
      "shout(frame({ kind: 'done', result: { width: 1, height: 1, rgb: { part: 0 } } }, Buffer.alloc(3)))",
    ],
  ])('is ended for %s, and the control plane keeps running', async (_, deed) => {
    await using pictures = await hostilePictures(`process.stdin.once('data', () => { ${deed} })`)
    const watch = watchOurselves()
    for (let turn = 0; turn < 2; turn += 1)
      await expect(pictures.compare(pair, never())).rejects.toThrow('Decoding failed')
    watch.expectWell()
  })

  it('gets one answer per picture, although it sends a second one in advance', async () => {
    const own = `frame({ kind: 'not_a_picture', why: 'by ' + process.pid })`
    await using pictures = await hostilePictures(
      `process.stdin.on('data', () => { shout(Buffer.concat([${own}, ${own}])) })`,
    )
    const said = async () =>
      pictures.compare(pair, never()).catch((cause: unknown) => Object(cause).message)
    expect(await said()).toMatch(/^by \d+$/)
    expect(await said()).toMatch(/^by \d+$/)
  })
})

/** Reports that it is open, and runs the code at its first order. */
function opensAndThen(deed: string): string {
  const facts = "{ contextTokens: 1_000, quantization: null, features: ['completion'] }"
  return `shout(frame({ kind: 'opened', facts: ${facts} }))
    process.stdin.once('data', () => { ${deed} })
    await new Promise(() => {})`
}

const request: AnswerRequest = {
  input: { kind: 'text', prompt: 'Hi' },
  ...{ max_tokens: null, temperature: null, top_p: null, seed: null, stop: [] },
  ...{ json_schema: null, tools: [], tool_choice: null, stream: true },
}

const picture = { bytes: Buffer.from(`a picture`), format: 'png' } as const
const pair = { first: picture, second: picture, region: { x: 0, y: 0, width: 8, height: 8 } }

async function hostilePictures(code: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-hostile-picture-'))
  const script = path.join(folder, 'script.mjs')
  await writeFile(script, `${speakByHand}\n${code}`)
  const pictures = createPictures({
    ...{ clock: systemClock, processes: 1, sandbox: await findPictureSandbox() },
    script: pathToFileURL(script),
  })
  return {
    ...pictures,
    [Symbol.asyncDispose]: async () => {
      await pictures[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

function never(): AbortSignal {
  return new AbortController().signal
}

/** The agent and the control plane are this process: it must stay responsive, and must not buffer the flood. */
function watchOurselves() {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const before = process.memoryUsage().rss
  return {
    expectWell: () => {
      delay.disable()
      // Generous for a busy machine: a flood that is read as it arrives would block the loop at each turn.
      expect(delay.max / 1e6).toBeLessThan(3_000)
      // Nothing was sampled if it was over within a few milliseconds.
      if (delay.count > 0) expect(delay.mean / 1e6).toBeLessThan(150)
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2)
    },
  }
}
