import { describe, expect, it } from 'vitest'
import { checkedKey } from '../../../platform/files/files.ts'
import { objectKinds, parseRepositoryRequest } from './object-address.ts'

const name = 'b3ec5f02b09faf1079e9dd588da34836729c12f53157e503395620060983bc9c'

describe('a request to a repository', () => {
  it.each([
    ['POST', '/?create=true', { ask: 'create' }],
    ['HEAD', '/config', { ask: 'head', kind: 'config', name: 'config' }],
    ['POST', '/config', { ask: 'put', kind: 'config', name: 'config' }],
    ['GET', '/data/', { ask: 'list', kind: 'data' }],
    ['GET', `/data/${name}`, { ask: 'get', kind: 'data', name }],
    ['DELETE', `/locks/${name}`, { ask: 'delete', kind: 'locks', name }],
  ])('%s %s is understood', (method, path, expected) => {
    expect(parseRepositoryRequest(method, path)).toEqual(expected)
  })

  it.each([
    ['GET', `/data/../keys/${name}`],
    ['GET', `/data/${name}/`],
    ['GET', `/data/${name.toUpperCase()}`],
    ['GET', `/data/${name}?x=1`],
    ['GET', `//data/${name}`],
    ['GET', `/data/${name.slice(1)}`],
    ['GET', `/other/${name}`],
    ['GET', '/config/'],
    ['GET', '/file-5577006791947779410'],
    ['PUT', `/data/${name}`],
    ['DELETE', '/data/'],
    ['POST', '/data/'],
    ['DELETE', '/'],
    ['GET', `/data/${name}\n`],
  ])('%s %s is nothing', (method, path) => {
    expect(parseRepositoryRequest(method, path)).toBeUndefined()
  })

  it('names no file outside its repository, whatever its path is made of', () => {
    const parts = [
      '/',
      '..',
      '.',
      '%2e',
      '\\',
      '\0',
      'data',
      'keys',
      'config',
      name,
      name.slice(2),
      '?',
      '#',
      ' ',
    ]
    let seed = 7
    const next = (max: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % max
    }
    let understood = 0
    for (let turn = 0; turn < 20_000; turn++) {
      const path = `/${Array.from({ length: next(5) }, () => parts[next(parts.length)]).join('')}`
      const request = parseRepositoryRequest('GET', path)
      if (request === undefined || !('name' in request)) continue
      understood += 1
      expect(objectKinds).toContain(request.kind)
      expect(request.name).toMatch(/^(config|[0-9a-f]{64})$/)
      const key = `backups/acc_1/bkp_1/${request.kind}/${request.name}`
      expect(checkedKey(key)).toBe(key)
    }
    expect(understood).toBeGreaterThan(10)
  })
})
