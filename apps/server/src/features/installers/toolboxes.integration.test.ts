import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ToolboxFacts, toolboxFileName } from '@gridloom/contract/installers/toolbox'
import { startServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createToolboxes } from './toolboxes.ts'

describe('the toolbox that a server provides', () => {
  it('has the announced hash and size, and is signed with the key in the install script', async () => {
    await using world = await setup()
    const { sha256, bytes, signature } = await world.facts()
    const answer = await fetch(`${world.url}/${sha256}`)
    expect(answer.headers.get('content-type')).toBe('application/zstd')
    expect(answer.headers.get('content-length')).toBe(String(bytes))
    const archive = Buffer.from(await answer.arrayBuffer())
    expect(createHash('sha256').update(archive).digest('hex')).toBe(sha256)
    const key = createPublicKey(await world.publicKey())
    expect(verify('sha256', archive, key, Buffer.from(signature, 'base64'))).toBe(true)
  })

  it('is replaced when another one was built, and the older one is gone', async () => {
    await using world = await setup()
    const before = await world.facts()
    await world.build()
    const after = await world.facts()
    expect(after.sha256).not.toBe(before.sha256)
    expect((await fetch(`${world.url}/${before.sha256}`)).status).toBe(404)
    expect((await fetch(`${world.url}/${after.sha256}`)).status).toBe(200)
  })

  it('is not available for a platform without one, nor if it is cut short', async () => {
    await using world = await setup()
    const missing = await fetch(world.url.replace('linux-x64', 'linux-arm64'))
    expect(missing.status).toBe(503)
    expect(await missing.json()).toMatchObject({ code: 'toolbox_unavailable' })
    await truncate(world.file(), 10)
    expect((await fetch(world.url)).status).toBe(503)
  })

  it.each(['../../etc/passwd', 'linux-x64.json', 'A'.repeat(64)])(
    'has no version %s',
    async (name) => {
      await using world = await setup()
      const answer = await fetch(`${world.url}/${encodeURIComponent(name)}`)
      expect(answer.status).toBeOneOf([400, 404])
    },
  )
})

const Published = z.object({ data: ToolboxFacts })

async function setup() {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-toolboxes-'))
  opened.defer(() => rm(folder, { recursive: true }))
  let file = ''
  const build = async () => {
    const archive = randomBytes(5_000)
    const sha256 = createHash('sha256').update(archive).digest('hex')
    file = path.join(folder, toolboxFileName('linux-x64', sha256))
    await writeFile(file, archive)
    const facts = { sha256, bytes: archive.length, packages: { git: '1:2.39.5' } }
    await writeFile(path.join(folder, 'linux-x64.json'), JSON.stringify(facts))
  }
  await build()
  const server = opened.use(await startServer({ toolboxes: createToolboxes(folder) }))
  const url = `${server.url}/install/toolbox/linux-x64`
  const open = opened.move()
  return {
    ...{ url, build },
    file: () => file,
    facts: async () => Published.parse(await (await fetch(url)).json()).data,
    publicKey: async () => {
      const script = await (await fetch(`${server.url}/install.sh`)).text()
      return /public_key='([^']+)'/.exec(script)?.[1] ?? ''
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
