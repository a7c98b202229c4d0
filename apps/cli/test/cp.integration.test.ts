import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Product, startProduct } from '@gridloom/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atTerminal } from './run-words.ts'

let product: Product
let folder: string
beforeAll(async () => {
  product = await startProduct({ driver: 'docker', toolbox: 'own' })
  folder = await mkdtemp(path.join(tmpdir(), 'gridloom-cp-'))
  await product.until({
    read: async () => product.machine.logged.some(({ event }) => event === 'toolbox.updated'),
    satisfies: (hasToolbox) => hasToolbox,
  })
  const { id } = await product.order({ label: 'box' })
  await product.untilInstance(id, ({ state }) => state === 'running')
}, 120_000)
afterAll(async () => {
  await product?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('gridloom cp', () => {
  it('copies a file both ways, byte for byte, with mode and time', async () => {
    const content = randomBytes(9_000_000)
    const file = path.join(folder, 'data.bin')
    await writeFile(file, content, { mode: 0o750 })
    spawnSync('touch', ['-d', '2020-01-02 03:04:05', file])
    expect(await cp(file, 'box:/root/')).toMatchObject({
      code: 0,
      stdout: 'Copied 1 file, 8.6 MiB.\n',
    })
    const back = path.join(folder, 'back.bin')
    expect(await cp('box:/root/data.bin', back)).toMatchObject({ code: 0 })
    expect((await readFile(back)).equals(content)).toBe(true)
    const { mode, mtimeMs } = await stat(back)
    expect([mode & 0o777, mtimeMs]).toEqual([0o750, (await stat(file)).mtimeMs])
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('copies folders with -r as cp does, names of any bytes included, and says what it skips', async () => {
    const tree = path.join(folder, 'tree')
    await mkdir(path.join(tree, 'sub/empty'), { recursive: true })
    await writeFile(path.join(tree, 'sub/a'), 'a')
    await writeFile(Buffer.concat([Buffer.from(`${tree}/caf`), Buffer.from([0xe9, 0x0a])]), 'odd')
    await symlink('sub', path.join(tree, 'to-folder'))
    await symlink('sub/a', path.join(tree, 'to-file'))
    expect(await cp(tree, 'box:/root/tree')).toMatchObject({ code: 2 })
    const sent = await cp('-r', tree, 'box:/root/tree')
    expect(sent).toMatchObject({ code: 0, stdout: 'Copied 3 files, 5 B.\n' })
    expect(sent.stderr).toContain('to-folder')
    // The target is a folder now: the source comes into it.
    expect(await cp('-r', tree, 'box:/root/tree')).toMatchObject({ code: 0 })
    const back = path.join(folder, 'tree-back')
    expect(await cp('-r', 'box:/root/tree', back)).toMatchObject({ code: 0 })
    const { stdout } = spawnSync('sh', [
      '-c',
      `cd ${back} && LC_ALL=C find . | LC_ALL=C sort | cat -v`,
    ])
    expect(String(stdout).trim().split('\n')).toContain('./tree/sub/empty')
    expect(
      await readFile(Buffer.concat([Buffer.from(`${back}/caf`), Buffer.from([0xe9, 0x0a])])),
    ).toEqual(bytesOf('odd'))
    expect(await readFile(path.join(back, 'to-file'), 'utf8')).toBe('a')
  })

  it('continues a copy that was interrupted', async () => {
    const content = randomBytes(3_000_000)
    const file = path.join(folder, 'cut.bin')
    await writeFile(file, content)
    await cp(file, 'box:/root/cut.bin')
    const entry = await product.renter.files.entry({
      params: { id: (await instance()).id },
      query: { path: '/root/cut.bin' },
    })
    const version = `${entry.size_bytes.toString(36)}-${Date.parse(entry.modified_at).toString(36)}`
    const target = path.join(folder, 'cut-back.bin')
    // Other bytes than those of the file show that what was there is not copied again.
    await writeFile(`${target}.${version}.part`, Buffer.alloc(1_000_000))
    await cp('box:/root/cut.bin', target)
    const copied = await readFile(target)
    expect(copied.subarray(1_000_000).equals(content.subarray(1_000_000))).toBe(true)
    expect(copied.subarray(0, 1_000_000).equals(Buffer.alloc(1_000_000))).toBe(true)
  })

  it('takes - for standard input and output', async () => {
    using ada = atTerminal(product.server.url, {
      token: product.people.renter.token,
      stdin: 'from a pipe\n',
    })
    expect(await ada.run('cp', '-', 'box:/root/piped')).toMatchObject({ code: 0 })
    expect(await ada.run('cp', 'box:/root/piped', '-')).toMatchObject({ stdout: 'from a pipe\n' })
  })

  it('ends with the exit codes of the command line', async () => {
    expect((await cp('box:/nothing', folder)).code).toBe(4)
    expect((await cp(path.join(folder, 'nothing'), 'box:/root')).code).toBe(4)
    expect((await cp('box:relative', folder)).code).toBe(2)
    expect((await cp('box:/root', folder)).code).toBe(2)
    expect((await cp('box:/a', 'box:/b')).code).toBe(2)
    expect((await cp('other:/a', folder)).code).toBe(4)
  })
})

async function cp(...words: string[]) {
  using ada = atTerminal(product.server.url, { token: product.people.renter.token })
  return await ada.run('cp', ...words)
}

async function instance() {
  const [found] = await product.renter.instances.list({})
  if (found === undefined) throw new Error('no instance')
  return found
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
