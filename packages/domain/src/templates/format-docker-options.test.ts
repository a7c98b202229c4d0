import { limits } from '@gridloom/contract/core/constants'
import {
  type DockerOptions,
  UlimitName,
  WorkingDirectory,
} from '@gridloom/contract/templates/docker-options'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDockerOptions } from './format-docker-options.ts'
import { parseDockerOptions } from './parse-docker-options.ts'

describe('formatDockerOptions', () => {
  it('writes what docker run takes', () => {
    const text = `-e 'A=b c' -p 80:80 -v cache:/data:ro --shm-size 64m --ulimit nofile=1:2 -w /srv -u app -h web`
    expect(formatDockerOptions(parseDockerOptions(text).options)).toBe(text)
  })

  it('writes options that are read back unchanged, with nothing refused', () => {
    fc.assert(
      fc.property(anyOptions(), (options) => {
        const text = formatDockerOptions(options)
        fc.pre(text.length <= limits.dockerOptionsChars)
        expect(parseDockerOptions(text)).toEqual({ options, refused: [] })
      }),
      { numRuns: 500 },
    )
  })
})

/** Options that the contract accepts and an instance can have; a NUL character is in no environment. */
function anyOptions(): fc.Arbitrary<DockerOptions> {
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
  const isFree = (text: string) => text !== '__proto__' && !text.startsWith('GRIDLOOM_')
  const value = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .filter((text) => !text.includes('\0'))
  const limit = fc
    .tuple(
      fc.constantFrom(...UlimitName.options),
      fc.nat(),
      fc.option(fc.nat(), { nil: undefined }),
    )
    .map(([of, soft, more]) => ({ name: of, soft, hard: more === undefined ? -1 : soft + more }))
  const volumeName = fc.stringMatching(/^[a-z0-9]([a-z0-9._-]{0,20}[a-z0-9])?$/)
  const volumes = fc
    .uniqueArray(fc.tuple(volumeName, fc.constantFrom('read_only', 'read_write')), {
      maxLength: 8,
      selector: ([of]) => of,
    })
    .map((all) => all.map(([of, mode], at) => ({ name: of, path: `/data${at}/x_+@.y`, mode })))
  return fc.record({
    env: fc.dictionary(name.filter(isFree), value, { maxKeys: 20, noNullPrototype: true }),
    ports: fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { maxLength: limits.ports }),
    volumes,
    shm_mib: fc.option(fc.integer({ min: 1, max: limits.shmMibMax })),
    ulimits: fc.uniqueArray(limit, { selector: ({ name: of }) => of }),
    workdir: fc.option(
      fc
        .string({ maxLength: 50 })
        .map((text) => `/${text}`)
        .filter((text) => WorkingDirectory.safeParse(text).success),
    ),
    user: fc.option(
      fc.stringMatching(/^[a-z0-9_][a-z0-9_-]{0,20}(?::[a-z0-9_][a-z0-9_-]{0,20})?$/),
    ),
    hostname: fc.option(fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?$/)),
  })
}
