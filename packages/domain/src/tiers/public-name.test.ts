import { PublicName } from '@gridloom/contract/tiers/leaderboard'
import { describe, expect, it } from 'vitest'
import { isReservedName, publicNameKey } from './public-name.ts'

const read = (name: string) => PublicName.safeParse(name)

describe('a public name', () => {
  it('is normalised', () => {
    expect(read('  Ada   Lovelace ').data).toBe('Ada Lovelace')
    expect(read('Zoe\u0308').data).toBe('Zoë')
  })

  it.each([
    ...['<b>ada</b>', 'ada&amp;', 'ada/../x', 'a', 'ab', 'x'.repeat(25), '', '   ', '@ada', 'a--b'],
    ...['аdа lоvеlасе', 'Ада', 'ɢridloom', 'ada\u202eada', 'a\u200bda', 'ada\u0000', 'ada\nada'],
    ...[
      '𝐚𝐝𝐚',
      'ａｄａ',
      'a\u0301\u0301\u0301\u0301da\u0336',
      '😀😀😀',
      '_ada',
      'ada.',
      'x'.repeat(300),
    ],
  ])('is refused as %j', (name) => {
    expect(read(name).success).toBe(false)
  })

  it.each([
    ...[
      'Gridloom',
      'gridlo0m',
      'GRID-LOOM',
      'gr1d.l00m',
      'Grïdlööm Team',
      'The Gridloom',
      'Gridłoom',
    ],
    ...['Operator', '0perator', 'the operator', 'Op\u00e9rat\u00f6r', 'admin', 'Admins', 'adm1n x'],
    ...['Support', 'Mod erator', 'gridIoom', 'official-ada'],
  ])('of the platform is reserved: %s', (name) => {
    expect(isReservedName(name)).toBe(true)
  })

  it('of a person is not reserved', () => {
    for (const name of ['Ada Lovelace', 'Teamwork', 'Supporter of x', 'Rooted', 'Zoë'])
      expect(isReservedName(name)).toBe(false)
  })

  it('has the key of those that look alike', () => {
    const key = publicNameKey('Ada Lovelace')
    for (const name of ['ada_lovelace', 'AdaLove1ace', 'Ádá Löv\u00e9lace', 'ada l0velace'])
      expect(publicNameKey(name)).toBe(key)
    expect(publicNameKey('Ada Lovelance')).not.toBe(key)
    expect(publicNameKey('Morn')).toBe(publicNameKey('Mom'))
  })

  it('has a key of basic letters and digits, whatever letters it may have', () => {
    for (let code = 0xc0; code <= 0x17f; code += 1) {
      const name = String.fromCodePoint(code).repeat(3)
      if (read(name).success) expect(publicNameKey(name)).toMatch(/^[a-z0-9]{1,48}$/)
    }
  })
})
