import { expect, it } from 'vitest'
import { z } from 'zod'
import { agentPath } from './call.ts'
import { clusterCalls } from './cluster-calls.ts'
import { coreCalls } from './core-calls.ts'
import { fileCalls } from './file-calls.ts'
import { imageCalls } from './image-calls.ts'
import { instanceCalls } from './instances-calls.ts'
import { modelCalls } from './models-calls.ts'
import { renderingCalls } from './rendering-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { snapshotCalls } from './snapshots-calls.ts'
import { volumeCalls } from './volumes-calls.ts'

const calls = [
  coreCalls,
  instanceCalls,
  sessionCalls,
  fileCalls,
  snapshotCalls,
  volumeCalls,
  imageCalls,
  clusterCalls,
  renderingCalls,
  modelCalls,
].flatMap((area) => Object.entries(area))

it.each(calls)('%s has a schema for exactly the parameters of its path', (_, { path, params }) => {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const shape = params instanceof z.ZodObject ? Object.keys(params.shape) : []
  expect(shape.toSorted()).toEqual(named.toSorted())
})

it('serves each method and path once', () => {
  const places = calls.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(places).size).toBe(places.length)
})

it('keeps the paths that agents in the field serve', () => {
  expect(calls.map(([, { method, path }]) => `${method} ${path}`).toSorted()).toEqual([
    'GET /v1/instances/{id}/listening',
    'GET /v1/instances/{id}/logs',
    'GET /v1/instances/{id}/ssh-server',
    'GET /v1/render/chunks/{chunk}/files/{file}',
    'GET /v1/render/chunks/{chunk}/log',
    'GET /v1/render/scenes/{scene}',
    'GET /v1/reports',
    'GET /v1/snapshots/{snapshot}/manifest',
    'GET /v1/snapshots/{snapshot}/pieces/{piece}',
    'GET /v1/throughput',
    'GET /v1/usage',
    'GET /v1/volumes',
    'POST /v1/benchmarks',
    'POST /v1/connections',
    'POST /v1/gpu-benchmarks',
    'POST /v1/instances/{id}/exec',
    'POST /v1/instances/{id}/files/archive',
    'POST /v1/instances/{id}/files/list',
    'POST /v1/instances/{id}/files/sessions/{session}',
    'POST /v1/instances/{id}/listeners/{listener}',
    'POST /v1/instances/{id}/listeners/{listener}/connections/{connection}',
    'POST /v1/instances/{id}/network',
    'POST /v1/instances/{id}/ports/{port}',
    'POST /v1/instances/{id}/sessions/{session}',
    'POST /v1/instances/{id}/sessions/{session}/signals',
    'POST /v1/instances/{id}/terminals/{terminal}',
    'POST /v1/models/{endpoint}/answers',
    'POST /v1/models/{endpoint}/embeddings',
    'POST /v1/render/chunks/{chunk}/stop',
    'POST /v1/render/chunks/{chunk}/taken',
    'POST /v1/snapshots/{snapshot}/forget',
    'POST /v1/sync',
    'POST /v1/throughput',
    'POST /v1/volumes/{volume}/remove',
    'POST /v1/volumes/{volume}/sessions/{session}',
    'PUT /v1/images',
    'PUT /v1/instances/{id}',
    'PUT /v1/instances/{id}/sessions/{session}/size',
    'PUT /v1/instances/{id}/snapshots/{snapshot}',
    'PUT /v1/instances/{id}/terminals/{terminal}/size',
    'PUT /v1/models',
    'PUT /v1/render/chunks/{chunk}',
    'PUT /v1/render/scenes/{scene}',
    'PUT /v1/snapshots/{snapshot}/restore',
    'PUT /v1/snapshots/{snapshot}/restore/pieces',
    'PUT /v1/usage',
    'PUT /v1/volumes/{volume}',
  ])
})

it('fills in the parameters of a path', () => {
  const params = { id: 'ins_1', port: 8080 }
  expect(agentPath(instanceCalls.port, params)).toBe('/v1/instances/ins_1/ports/8080')
})
