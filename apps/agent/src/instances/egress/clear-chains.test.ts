import { expect, it } from 'vitest'
import { removalOf } from './clear-chains.ts'

const dead = 'aaaaaaaaaaaa'
const alive = 'bbbbbbbbbbbb'
const interfaces = ['lo', 'gl-bbbb12345678']
const saved = [
  '*mangle',
  ':PREROUTING ACCEPT [0:0]',
  ':DOCKER-USER - [0:0]',
  `:GRIDLOOM-EGR-${dead} - [0:0]`,
  `:GRIDLOOM-HST-${dead} - [0:0]`,
  `:GRIDLOOM-EGR-${alive} - [0:0]`,
  `-A INPUT -i gl-aaaa+ -j GRIDLOOM-HST-${dead}`,
  `-A FORWARD -i gl-aaaa+ -j GRIDLOOM-EGR-${dead}`,
  `-A FORWARD -i gl-bbbb+ -j GRIDLOOM-EGR-${alive}`,
  `-A GRIDLOOM-EGR-${dead} -d 10.0.0.0/8 -j DROP`,
  'COMMIT',
].join('\n')

it('removes the jumps to chains of dead agents before the chains, and nothing else', () => {
  const isAlive = (mark: string) => mark === alive
  expect(removalOf(saved, { isAlive, interfaces })?.split('\n')).toEqual([
    '*mangle',
    `-D INPUT -i gl-aaaa+ -j GRIDLOOM-HST-${dead}`,
    `-D FORWARD -i gl-aaaa+ -j GRIDLOOM-EGR-${dead}`,
    `-F GRIDLOOM-EGR-${dead}`,
    `-F GRIDLOOM-HST-${dead}`,
    `-X GRIDLOOM-EGR-${dead}`,
    `-X GRIDLOOM-HST-${dead}`,
    'COMMIT',
    '',
  ])
})

it('removes nothing where all agents are alive, or where there are no chains', () => {
  expect(removalOf(saved, { isAlive: () => true, interfaces })).toBeUndefined()
  expect(removalOf('', { isAlive: () => false, interfaces })).toBeUndefined()
})

it('keeps a chain of a dead agent that still guards an interface', () => {
  const isAlive = () => false
  expect(removalOf(saved, { isAlive, interfaces })).not.toContain(alive)
  const all = [...interfaces, 'gl-aaaa12345678']
  expect(removalOf(saved, { isAlive, interfaces: all })).toBeUndefined()
})
