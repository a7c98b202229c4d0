import { limits } from '@gridloom/contract/core/constants'
import { DockerOptions, noContainerOptions } from '@gridloom/contract/templates/docker-options'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDockerOptions } from './parse-docker-options.ts'

describe('parseDockerOptions', () => {
  it('reads nothing from an empty text', () => {
    expect(parseDockerOptions('')).toEqual({ options: none, refused: [] })
  })

  it.each([
    ['-e A=b --env C=d --env=E=f -eG=h', { env: { A: 'b', C: 'd', E: 'f', G: 'h' } }],
    [
      `-e 'A=b c' -e "D=e \\" f" -e G=h\\ i -e J=`,
      { env: { A: 'b c', D: 'e " f', G: 'h i', J: '' } },
    ],
    ['-e A=b=c -e A=last', { env: { A: 'last' } }],
    [`-e A='$HOME'`, { env: { A: '$HOME' } }],
    ['-p 80 -p8080:81 -p=82 --publish 127.0.0.1:8080:83/tcp', { ports: [80, 81, 82, 83] }],
    ['-p [::1]:8080:80 -p 127.0.0.1::81 --expose 82-84', { ports: [80, 81, 82, 83, 84] }],
    ['-p 9000-9002:8000-8002 -p 8001:8001', { ports: [8000, 8001, 8002] }],
    ['-v cache:/data', { volumes: [mount('cache', '/data')] }],
    ['-v cache:/data/ -v cache:/data:rw', { volumes: [mount('cache', '/data')] }],
    ['-v a:/a:ro --volume=b:/b', { volumes: [mount('a', '/a', 'read_only'), mount('b', '/b')] }],
    ['--mount type=volume,source=a,target=/a', { volumes: [mount('a', '/a')] }],
    ['--mount src=a,dst=/a,readonly', { volumes: [mount('a', '/a', 'read_only')] }],
    ['--mount src=a,destination=/a,ro=false', { volumes: [mount('a', '/a')] }],
    ['--shm-size 1g', { shm_mib: 1024 }],
    ['--shm-size 512K', { shm_mib: 1 }],
    ['--shm-size=1.5GiB --shm-size 67108864', { shm_mib: 64 }],
    ['--ulimit nofile=65536', { ulimits: [{ name: 'nofile', soft: 65_536, hard: 65_536 }] }],
    [
      '--ulimit nofile=1 --ulimit memlock=-1 --ulimit nofile=1024:-1',
      {
        ulimits: [
          { name: 'nofile', soft: 1024, hard: -1 },
          { name: 'memlock', soft: -1, hard: -1 },
        ],
      },
    ],
    [
      '-w /srv -u 1000:1000 -h trainer',
      { workdir: '/srv', user: '1000:1000', hostname: 'trainer' },
    ],
    [`--workdir '/my files' --user=app`, { workdir: '/my files', user: 'app' }],
    [
      '-e A=b \\\n  -p 80 \\\r\n  -w /srv\n-h me',
      { env: { A: 'b' }, ports: [80], workdir: '/srv', hostname: 'me' },
    ],
  ])('reads %s', (text, found) => {
    expect(parseDockerOptions(text)).toEqual({ options: { ...none, ...found }, refused: [] })
  })

  it('names every word of a cluster, and reads what follows it', () => {
    const { options, refused } = parseDockerOptions('-itd --rm -dp 80:80 --name web -e A=b')
    expect(refused.map(({ part }) => part)).toEqual(['-i', '-t', '-d', '--rm', '-d', '--name web'])
    expect(options).toMatchObject({ ports: [80], env: { A: 'b' } })
  })

  it('refuses volumes that could not be attached together', () => {
    const { options, refused } = parseDockerOptions('-v a:/a -v a:/b -v b:/a -v c:/a/b -v d:/')
    expect(options.volumes).toEqual([mount('a', '/a')])
    expect(refused).toHaveLength(4)
  })

  it('refuses more entries than the contract allows, and keeps the first ones', () => {
    const many = (text: (at: number) => string) =>
      Array.from({ length: 70 }, (_, at) => text(at)).join(' ')
    const parsed = [
      many((at) => `-e A${at}=`),
      many((at) => `-p ${at + 1}`),
      many((at) => `-v a${at}:/a${at}`),
    ].map(parseDockerOptions)
    expect(parsed.map(({ refused }) => refused.length)).toEqual([6, 6, 62])
    for (const { options } of parsed) expect(DockerOptions.parse(options)).toEqual(options)
  })

  it('lists at most a hundred refused parts, each short and on one line', () => {
    const { refused } = parseDockerOptions('x\u001b[31m'.padEnd(900, 'y') + ' a'.repeat(300))
    expect(refused).toHaveLength(101)
    expect(refused[0]?.part).toMatch(/^x\[31my+…$/)
    expect(refused.at(-1)?.part).toBe('201 more')
  })

  it('reads no more than the contract allows', () => {
    const { options, refused } = parseDockerOptions(
      `${'-p 80 '.padEnd(limits.dockerOptionsChars)}-p 81`,
    )
    expect(options.ports).toEqual([80])
    expect(refused[0]?.reason).toBe('at most 8192 characters')
  })

  it('returns options that the contract accepts, for any text', () => {
    const word = fc.oneof(
      fc.constantFrom(
        '-e',
        '-p',
        '-v',
        '--mount',
        '--ulimit',
        '-u',
        '-w',
        '--shm-size',
        '-itp',
        '--',
        '\\\n',
      ),
      fc.constantFrom(
        'A=b',
        '80',
        '1-70',
        'a:/b',
        '/a:/b',
        'nofile=1:2',
        '64m',
        '"',
        "'",
        '\0',
        '__proto__=x',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const { options } = parseDockerOptions(words.join(' '))
        expect(DockerOptions.parse(options)).toEqual(options)
      }),
      { numRuns: 300 },
    )
  })
})

const none: DockerOptions = { ...noContainerOptions, env: {}, ports: [], volumes: [] }

function mount(name: string, path: string, mode: 'read_write' | 'read_only' = 'read_write') {
  return { name, path, mode }
}
