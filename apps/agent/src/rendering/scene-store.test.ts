import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sha256 } from '@gridloom/contract/core/values'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../../test/make-zip.ts'
import { aChunk, bytesOf, contentHashOf } from '../../test/render-builders.ts'
import { partsOf, type RenderMachine, startRenderMachine } from '../../test/render-machine.ts'

const content = bytesOf('BLENDER and all that follows')
const scene = contentHashOf(content)

describe('a scene', () => {
  it('is ready once all its bytes have arrived and match its hash', async () => {
    await using test = await startRenderMachine()
    expect(test.rendering.scenes.held(scene)).toEqual({ received_bytes: 0, ready: false })
    await test.send(content)
    expect(test.rendering.scenes.held(scene)).toEqual({
      received_bytes: content.length,
      ready: true,
    })
    expect(test.rendering.report().scenes).toEqual([scene])
    const file = join(contentFolder(test, scene), 'scene.blend')
    expect(await readFile(file)).toEqual(Buffer.from(content))
    expect((await stat(file)).mode & 0o777).toBe(0o644)
    expect((await stat(contentFolder(test, scene))).mode & 0o777).toBe(0o755)
  })

  it('resumes after an interruption', async () => {
    await using test = await startRenderMachine()
    await expect(receive(test, { offset: 0 }, broken(content, 10))).rejects.toThrow('cut')
    expect(test.rendering.scenes.held(scene)).toEqual({ received_bytes: 10, ready: false })
    const held = await receive(test, { offset: 10 }, partsOf(content.subarray(10)))
    expect(held).toEqual({ received_bytes: content.length, ready: true })
  })

  it('resumes after a restart of the agent', async () => {
    await using test = await startRenderMachine()
    await expect(receive(test, { offset: 0 }, broken(content, 10))).rejects.toThrow('cut')
    await test.restart()
    expect(test.rendering.scenes.held(scene)).toEqual({ received_bytes: 10, ready: false })
    const held = await receive(test, { offset: 10 }, partsOf(content.subarray(10)))
    expect(held.ready).toBe(true)
  })

  it('may be sent again from an earlier offset', async () => {
    await using test = await startRenderMachine()
    await expect(receive(test, { offset: 0 }, broken(content, 10))).rejects.toThrow('cut')
    const held = await receive(test, { offset: 4 }, partsOf(content.subarray(4)))
    expect(held.ready).toBe(true)
  })

  it('is ready after a restart, and is not received again', async () => {
    await using test = await startRenderMachine()
    await test.send(content)
    await test.restart()
    expect(test.rendering.report().scenes).toEqual([scene])
    expect(await receive(test, { offset: 0 }, broken(content, 0))).toMatchObject({ ready: true })
  })

  it('with another hash is rejected with that hash, and deleted', async () => {
    await using test = await startRenderMachine()
    const other = bytesOf('BLENDER and all that follows?')
    const receiving = receive(test, { offset: 0, size: other.length }, partsOf(other))
    await expect(receiving).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(receiving).rejects.toThrow(`content hash is ${contentHashOf(other)}`)
    expect(test.rendering.scenes.held(scene)).toEqual({ received_bytes: 0, ready: false })
    expect(await scenesOnDisk(test)).toEqual([])
  })

  it('is rejected if it has more bytes than announced', async () => {
    await using test = await startRenderMachine()
    const receiving = receive(test, { offset: 0, size: 5 }, partsOf(content, 3))
    await expect(receiving).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await scenesOnDisk(test)).toEqual([])
  })

  it('is rejected at an offset beyond its bytes, and the error names their number', async () => {
    await using test = await startRenderMachine()
    const receiving = receive(test, { offset: 7 }, partsOf(content))
    await expect(receiving).rejects.toMatchObject({ code: 'state_conflict' })
    await expect(receiving).rejects.toThrow('0 bytes of this scene were received')
  })

  it('has one writer at a time', async () => {
    await using test = await startRenderMachine()
    const gate = Promise.withResolvers<void>()
    const first = receive(test, { offset: 0 }, gated(content, gate.promise))
    const second = receive(test, { offset: 0 }, partsOf(content))
    await expect(second).rejects.toMatchObject({ code: 'state_conflict' })
    gate.resolve()
    expect(await first).toMatchObject({ ready: true })
  })

  it('accepts the next writer when the one before has left', async () => {
    await using test = await startRenderMachine()
    const gate = Promise.withResolvers<void>()
    const left = new AbortController()
    const first = receive(test, { offset: 0 }, brokenAfter(gate.promise), left.signal)
    left.abort()
    const second = receive(test, { offset: 0 }, partsOf(content))
    gate.resolve()
    await expect(first).rejects.toThrow('cut')
    expect(await second).toMatchObject({ ready: true })
  })

  it('is deleted after a restart if its facts cannot be read', async () => {
    await using test = await startRenderMachine()
    await test.send(content)
    await writeFile(join(test.dataDir, 'render/scenes', scene, 'scene.json'), '{"version":')
    await test.restart()
    expect(test.rendering.report().scenes).toEqual([])
    expect(await scenesOnDisk(test)).toEqual([])
  })
})

describe('a zip', () => {
  it('is unpacked, and not stored besides', async () => {
    await using test = await startRenderMachine()
    const zip = makeZip([
      { name: 'shot/scene.blend', content: 'BLENDER' },
      { name: 'shot/tex.png', content: 'wood' },
    ])
    const sent = await test.send(zip, 'zip')
    expect(await readdir(join(contentFolder(test, sent), 'shot'))).toEqual([
      'scene.blend',
      'tex.png',
    ])
    expect(await readdir(join(test.dataDir, 'render/scenes', sent))).toEqual([
      'content',
      'scene.json',
    ])
  })

  it('that was being unpacked when the agent stopped is unpacked by the next', async () => {
    const gate = Promise.withResolvers<void>()
    let looks = 0
    const beforeDisk = async () => {
      looks += 1
      if (looks === 2) await gate.promise
    }
    await using test = await startRenderMachine({ beforeDisk })
    const zip = makeZip([{ name: 'scene.blend', content: 'BLENDER' }])
    const sending = expect(test.send(zip, 'zip')).rejects.toThrow('the agent stops')
    await test.until(() => looks === 2)
    await test.restart()
    gate.resolve()
    await sending
    const sent = contentHashOf(zip)
    const whole = { received_bytes: zip.length, ready: false }
    expect(test.rendering.scenes.held(sent)).toEqual(whole)
    const rest = { scene: sent, offset: zip.length, size: zip.length, kind: 'zip' } as const
    const { signal } = new AbortController()
    const held = await test.rendering.scenes.receive(rest, partsOf(new Uint8Array()), signal)
    expect(held).toEqual({ ...whole, ready: true })
  })

  it('with a path outside its folder is rejected and leaves nothing', async () => {
    await using test = await startRenderMachine()
    const zip = makeZip([{ name: '../../evil', content: 'x' }])
    await expect(test.send(zip, 'zip')).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await scenesOnDisk(test)).toEqual([])
    expect(await readdir(join(test.dataDir, 'render'))).not.toContain('evil')
  })

  it('that unpacks beyond the quota is rejected before it is unpacked', async () => {
    await using test = await startRenderMachine({ sceneBytesMax: 100_000 })
    const bomb = makeZip([{ name: 'a.blend', content: new Uint8Array(1_000_000) }])
    expect(bomb.length).toBeLessThan(3_000)
    const sending = test.send(bomb, 'zip')
    await expect(sending).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(await scenesOnDisk(test)).toEqual([])
  })
})

describe('disk space', () => {
  it('is freed by deleting the least recently used scene', async () => {
    await using test = await startRenderMachine({ sceneBytesMax: 250 })
    const [old, used] = [await sendOf(test, 'a'), await sendOf(test, 'b')]
    await use(test, old)
    await test.clock.advance(1_000)
    const late = await sendOf(test, 'c')
    expect(test.rendering.report().scenes.sort()).toEqual([old, late].sort())
    expect(await scenesOnDisk(test)).not.toContain(used)
  })

  it('is freed by deleting the least recently used scene, also after a restart', async () => {
    await using test = await startRenderMachine({ sceneBytesMax: 250 })
    const [old, used] = [await sendOf(test, 'a'), await sendOf(test, 'b')]
    await use(test, old)
    await test.restart()
    await sendOf(test, 'c')
    expect(test.rendering.report().scenes).toContain(old)
    expect(test.rendering.report().scenes).not.toContain(used)
  })

  it('is refused if all scenes are needed', async () => {
    await using test = await startRenderMachine({ sceneBytesMax: 150 })
    const needed = await sendOf(test, 'a')
    await test.rendering.chunks.accept(aChunk(needed, [1]))
    const sending = sendOf(test, 'b')
    await expect(sending).rejects.toMatchObject({ code: 'upstream_failed' })
    await expect(sending).rejects.toThrow('enough free disk space')
    expect(test.rendering.report().scenes).toEqual([needed])
  })

  it('is refused on a full disk', async () => {
    await using test = await startRenderMachine()
    test.disk.freeBytes = 1_000
    await expect(test.send(content)).rejects.toThrow(
      'This machine does not have enough free disk space',
    )
  })

  it('is freed within a minute if other programs fill the disk', async () => {
    await using test = await startRenderMachine()
    await test.send(content)
    test.disk.freeBytes = 1_000
    await test.clock.advance(60_000)
    await test.until(() => test.rendering.report().scenes.length === 0)
    expect(test.rendering.scenes.held(scene).ready).toBe(false)
  })

  it('triggers a change notification when it is freed', async () => {
    await using test = await startRenderMachine({ sceneBytesMax: 150 })
    await sendOf(test, 'a')
    const received: Sha256[][] = []
    test.rendering.onChange(() => received.push(test.rendering.report().scenes))
    const late = await sendOf(test, 'b')
    expect(received).toEqual([[], [late]])
  })
})

function receive(
  test: RenderMachine,
  { offset, size = content.length }: { offset: number; size?: number },
  bytes: AsyncIterable<Uint8Array>,
  signal = new AbortController().signal,
) {
  return test.rendering.scenes.receive({ scene, offset, size, kind: 'blend' }, bytes, signal)
}

/** Sends a scene of 100 bytes, a second after the one before. */
async function sendOf(test: RenderMachine, character: string): Promise<Sha256> {
  await test.clock.advance(1_000)
  return test.send(bytesOf(character.repeat(100)))
}

/** Renders from the scene, and waits until it is closed again. */
async function use(test: RenderMachine, used: Sha256): Promise<void> {
  await test.clock.advance(1_000)
  test.blender.finishAll()
  const chunk = aChunk(used, [1])
  await test.rendering.chunks.accept(chunk)
  await test.ended(chunk.chunk_id)
  await test.until(() => !test.rendering.chunks.isBusy())
  await test.clock.advance(120_000)
  await test.until(() => test.blender.live() === 0)
}

function contentFolder({ dataDir }: RenderMachine, sent: Sha256): string {
  return join(dataDir, 'render/scenes', sent, 'content')
}

function scenesOnDisk({ dataDir }: RenderMachine): Promise<string[]> {
  return readdir(join(dataDir, 'render/scenes'))
}

async function* broken(bytes: Uint8Array, afterBytes: number): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, afterBytes)
  throw new Error('cut')
}

async function* gated(bytes: Uint8Array, gate: Promise<void>): AsyncGenerator<Uint8Array> {
  await gate
  yield bytes
}

async function* brokenAfter(gate: Promise<void>): AsyncGenerator<Uint8Array> {
  await gate
  yield new Uint8Array()
  throw new Error('cut')
}
