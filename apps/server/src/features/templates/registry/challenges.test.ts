import { expect, it } from 'vitest'
import { readChallenges } from './challenges.ts'

it('reads what Docker Hub, a plain registry and ECR send', () => {
  expect(
    readChallenges(
      'Bearer realm="https://auth.docker.io/token",service="registry.docker.io",scope="repository:a/b:pull,push"',
    ),
  ).toEqual([
    {
      scheme: 'bearer',
      parameters: {
        realm: 'https://auth.docker.io/token',
        service: 'registry.docker.io',
        scope: 'repository:a/b:pull,push',
      },
    },
  ])
  expect(readChallenges('Basic realm="test"')).toEqual([
    { scheme: 'basic', parameters: { realm: 'test' } },
  ])
  expect(
    readChallenges(
      'Basic realm="https://1.dkr.ecr.us-east-1.amazonaws.com/",service="ecr.amazonaws.com"',
    ),
  ).toMatchObject([{ scheme: 'basic', parameters: { service: 'ecr.amazonaws.com' } }])
})

it('reads several challenges of one header, spaces, plain values and quoted quotes', () => {
  const header = 'Negotiate , BEARER Realm = "a\\"b, c" , service=plain, Basic realm=x'
  expect(readChallenges(header)).toEqual([
    { scheme: 'negotiate', parameters: {} },
    { scheme: 'bearer', parameters: { realm: 'a"b, c', service: 'plain' } },
    { scheme: 'basic', parameters: { realm: 'x' } },
  ])
})

it.each([undefined, '', '"', '=', 'realm="x"', '\u0000', 'Bearer realm="unended'])(
  'reads nothing that could be used from %j',
  (header) => {
    for (const { parameters } of readChallenges(header)) expect(parameters).toEqual({})
  },
)

it('takes no long time for a long header', () => {
  for (const text of [' '.repeat(16_000), 'a='.repeat(8_000), `a="${'\\'.repeat(16_000)}`])
    expect(readChallenges(`Bearer ${text}`).length).toBeLessThan(2)
})
