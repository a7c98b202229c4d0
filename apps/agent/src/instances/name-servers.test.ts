import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseNameServers, nameServersOf } from './name-servers.ts'

it.each([
  ['nameserver 10.0.0.2\n', ['1.1.1.1', '9.9.9.9']],
  ['nameserver 127.0.0.53\n', ['1.1.1.1', '9.9.9.9']],
  ['nameserver 8.8.8.8\nnameserver 192.168.1.1\n', ['1.1.1.1', '9.9.9.9']],
  ['nameserver 8.8.8.8\nnameserver 2001:4860:4860::8888\n', undefined],
  ['', ['1.1.1.1', '9.9.9.9']],
])('never passes private name servers of the machine to containers: %j', async (text, chosen) => {
  await using file = await setup(text)
  expect(await chooseNameServers([], file.path)).toEqual(chosen)
})

it('uses the name servers that the provider has set, private ones too', async () => {
  await using file = await setup('nameserver 8.8.8.8\n')
  expect(await chooseNameServers(['10.0.0.2'], file.path)).toEqual(['10.0.0.2'])
})

it('reads only the name servers of a resolv.conf', () => {
  const text = '# nameserver 1.1.1.1\nnameserver 10.0.0.2\n  nameserver fe80::1%eth0\nsearch x\n'
  expect(nameServersOf(text)).toEqual(['10.0.0.2', 'fe80::1'])
})

async function setup(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'resolv-'))
  const path = join(folder, 'resolv.conf')
  await writeFile(path, text)
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
