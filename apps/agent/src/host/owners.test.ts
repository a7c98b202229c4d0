import { expect, it } from 'vitest'
import { livingOwners, ownerOf, ownersIn, showLife } from './owners.ts'

it('finds agents by their sockets, named by the whole digest or the owner id', () => {
  const sockets = [
    'Num       RefCount Protocol Flags    Type St Inode Path',
    `0000000000000000: 00000002 00000000 00010000 0001 01 4711 @gridloom-agent-${'a'.repeat(64)}`,
    `0000000000000000: 00000002 00000000 00010000 0001 01 4712 @gridloom-agent-${'b'.repeat(16)}`,
    `0000000000000000: 00000002 00000000 00010000 0001 01 4713 /tmp/@gridloom-agent-${'c'.repeat(16)}`,
  ].join('\n')
  expect([...ownersIn(sockets)]).toEqual(['a'.repeat(16), 'b'.repeat(16)])
})

it.runIf(process.platform === 'linux')(
  'lists an agent as alive until its socket is disposed of',
  async () => {
    const owner = `${process.pid}`.padStart(16, '0')
    const first = await showLife(owner)
    const again = await showLife(owner)
    await again[Symbol.asyncDispose]()
    expect(await livingOwners()).toContain(owner)
    await first[Symbol.asyncDispose]()
    expect(await livingOwners()).not.toContain(owner)
  },
)

it('derives the owner id from the data folder, however its path is written', () => {
  expect(ownerOf('/var/lib/gridloom')).toBe(ownerOf('/var/lib/x/../gridloom/'))
  expect(ownerOf('/var/lib/gridloom')).not.toBe(ownerOf('/var/lib/gridloom2'))
})
