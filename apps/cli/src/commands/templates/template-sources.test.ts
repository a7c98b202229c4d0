import { describe, expect, it } from 'vitest'
import { aTemplate } from '../../../test/samples.ts'
import { UsageError } from '../../errors.ts'
import { parseTemplateJson } from './parse-template-json.ts'
import { readinessOf } from './readiness-of.ts'
import { sourceKind } from './source-kind.ts'

describe('the kind of a source', () => {
  it.each([
    ['Dockerfile', 'anything', 'dockerfile'],
    ['build/Dockerfile.gpu', '', 'dockerfile'],
    ['gpu.Containerfile', '', 'dockerfile'],
    ['compose.yaml', '', 'compose'],
    ['C:\\work\\docker-compose.yml', '', 'compose'],
    ['lab.json', '', 'json'],
  ] as const)('is known by the name %s', (file, text, kind) => {
    expect(sourceKind(file, text)).toBe(kind)
  })

  it.each([
    ['  {"template_name": "lab"}', 'json'],
    ['# syntax=docker/dockerfile:1\nARG TAG=12\nFROM debian:12', 'dockerfile'],
    ['name: app\nservices:\n  web:\n    image: debian:12', 'compose'],
    ['sudo docker run -p 80:80 debian:12', 'docker_run'],
    ['hello', undefined],
  ] as const)('is known by the content %j', (text, kind) => {
    expect(sourceKind('-', text)).toBe(kind)
  })
})

describe('JSON of a template', () => {
  it('has the fields that it names, and no others', () => {
    const text = JSON.stringify({ image_path_with_tag: 'debian:12', name: 'lab', ports: [80] })
    expect(parseTemplateJson(text)).toEqual({
      content: { image_path_with_tag: 'debian:12', ports: [80] },
      slug: 'lab',
      password: undefined,
      refused: [],
    })
  })

  it('may be what the API returns', () => {
    const { content, refused } = parseTemplateJson(JSON.stringify(aTemplate()))
    expect(content).toMatchObject({ template_name: 'Debian', recommended_disk_gb: 15 })
    expect(content).not.toHaveProperty('id')
    expect(refused).toEqual([])
  })

  it('publishes nothing, and reports unknown fields', () => {
    const { refused } = parseTemplateJson('{"public_template": true, "privileged": true}')
    expect(refused).toEqual([
      { part: 'public_template', reason: 'add --public to list it for everyone' },
      { part: 'privileged', reason: 'templates have no such field' },
    ])
  })

  it.each(['{', '[]', 'null', '{"ports": [0]}', '{"image_path_with_tag": "Not An Image"}'])(
    'is refused as %j',
    (text) => {
      expect(() => parseTemplateJson(text)).toThrow(UsageError)
    },
  )
})

describe('a readiness check', () => {
  it.each([
    ['started', { kind: 'started' }],
    ['tcp:5432', { kind: 'tcp', port: 5432, timeout_s: 600 }],
    ['http:8080', { kind: 'http', port: 8080, path: '/', timeout_s: 600 }],
    ['http:8080/api/health', { kind: 'http', port: 8080, path: '/api/health', timeout_s: 600 }],
    ['exec:test -f /a:b', { kind: 'exec', command: ['sh', '-c', 'test -f /a:b'], timeout_s: 600 }],
  ])('is written as %s', (text, check) => {
    expect(readinessOf(text)).toEqual(check)
  })

  it.each(['', 'now', 'tcp', 'tcp:0', 'tcp:x', 'http:70000/'])('is not %j', (text) => {
    expect(() => readinessOf(text, 5)).toThrow(UsageError)
  })
})
