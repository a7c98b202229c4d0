import { describe, expect, it } from 'vitest'
import { ImageRef } from '../core/image-ref.ts'
import { Order } from '../instances/order.ts'
import { Environment, Readiness } from './container-fields.ts'
import { TemplateFields } from './template.ts'

describe('an image', () => {
  it.each([
    'debian',
    'debian:12',
    'library/debian:12-slim',
    'ghcr.io/owner/name:1.2.3',
    'localhost:5000/team/app:latest',
    `debian@sha256:${'a'.repeat(64)}`,
  ])('%s is accepted', (image) => {
    expect(ImageRef.safeParse(image).success).toBe(true)
  })

  it.each([
    '',
    'Debian',
    'debian:',
    'a b',
    '-v/etc:/host',
    'debian;reboot',
    '../../etc',
    'x'.repeat(300),
  ])('%s is rejected', (image) => {
    expect(ImageRef.safeParse(image).success).toBe(false)
  })
})

describe('an environment', () => {
  it('rejects reserved names', () => {
    expect(Environment.safeParse({ GRIDLOOM_INSTANCE_ID: 'x' }).success).toBe(false)
  })

  it.each(['1A', 'A-B', 'A B', ''])('rejects the name %j', (name) => {
    expect(Environment.safeParse({ [name]: 'x' }).success).toBe(false)
  })

  it('rejects more than the maximum number of entries', () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`A${i}`, '']))
    expect(Environment.safeParse(many).success).toBe(false)
  })
})

it('fills in the defaults of a template', () => {
  expect(TemplateFields.parse({ image_path_with_tag: 'debian:12' })).toEqual({
    image_path_with_tag: 'debian:12',
    launch_mode: 'shell',
    docker_options: '',
    docker_entry_point_tags: [],
    on_start_script: '',
    env: {},
    ports: [],
    readiness: { kind: 'started' },
  })
})

it('rejects a readiness check on an impossible port', () => {
  expect(Readiness.safeParse({ kind: 'tcp', port: 70_000, timeout_s: 5 }).success).toBe(false)
})

describe('an order', () => {
  const offer = { offer_id: 'ofr_00000000000000000000000001', disk_gb: 2 }
  const template = { template_id: 'tpl_00000000000000000000000001' }

  it('requires a template', () => {
    expect(Order.safeParse(offer).error?.issues[0]?.message).toBe(
      'give either template_id or template',
    )
  })

  it('accepts a template id or template fields, and not both', () => {
    const fields = { template: { image_path_with_tag: 'debian:12' } }
    expect(Order.safeParse({ ...offer, ...template }).success).toBe(true)
    expect(Order.safeParse({ ...offer, ...fields }).success).toBe(true)
    expect(Order.safeParse({ ...offer, ...template, ...fields }).success).toBe(false)
  })

  it.each([0, 1.5, -1, 20_000])('rejects a disk of %s GB', (disk_gb) => {
    expect(Order.safeParse({ ...offer, ...template, disk_gb }).success).toBe(false)
  })
})
