import { ModelId } from '@gridloom/contract/models/model-id'
import { describe, expect, it } from 'vitest'
import { aModel, anEndpoint } from '../../testing/model-samples.ts'
import {
  endpointStatus,
  endpointText,
  fetchedPercent,
  formatContext,
  formatFirstToken,
  formatPerMillion,
  formatSpeed,
  formatUptimeShare,
  nameOf,
  orgOf,
  servingOf,
  sizeWords,
} from './model-words.ts'

describe('model metrics as text', () => {
  it('name their unit, and show a price of 0 as free', () => {
    expect(formatPerMillion(20_000)).toBe('$0.02/M')
    expect(formatPerMillion(1)).toBe('$0.000001/M')
    expect(formatPerMillion(0)).toBe('free')
  })

  it('have as many digits as are useful', () => {
    expect([2.34, 84.4, 999.4, 1_240].map(formatFirstToken)).toEqual([
      '2.3 ms',
      '84 ms',
      '999 ms',
      '1.24 s',
    ])
    expect([8.25, 42.4, 1_919].map(formatSpeed)).toEqual(['8.3 tok/s', '42 tok/s', '1.92k tok/s'])
  })

  it('shorten a context length, in powers of two where it is one', () => {
    const tokens = [512, 1_024, 8_192, 8_200, 40_960, 128_000, 131_072, 999_999, 1_048_576]
    expect(tokens.map(formatContext)).toEqual([
      ...['512', '1k', '8k', '8.2k', '40k'],
      ...['128k', '128k', '1M', '1M'],
    ])
  })

  it('never round an uptime up', () => {
    expect([1, 0.9996, 0.9999999, 0.98, 0].map(formatUptimeShare)).toEqual([
      '100 %',
      '99.9 %',
      '99.9 %',
      '98 %',
      '0 %',
    ])
  })

  it('show parameters and file size if known', () => {
    expect(sizeWords(aModel())).toBe('135M · 93.5 MiB')
    expect(sizeWords({ parameters: null, bytes: 1_024 })).toBe('1 KiB')
    expect(sizeWords({ parameters: null, bytes: null })).toBe('–')
  })

  it('split an id at the last slash into organisation and name', () => {
    const id = ModelId.parse('hub.example/org/name')
    expect([orgOf(id), nameOf(id)]).toEqual(['hub.example/org', 'name'])
  })
})

describe('the status of an endpoint', () => {
  it('has a text, with the progress while downloading', () => {
    expect(endpointStatus(anEndpoint()).word).toBe('Serving')
    expect(endpointStatus(anEndpoint({ state: 'loading' })).word).toBe('Loading')
    expect(endpointStatus(anEndpoint({ state: 'waiting' })).word).toBe('Waiting')
    const fetching = { state: 'fetching', fetched_bytes: 42_900, total_bytes: 100_000 }
    expect(endpointStatus(anEndpoint(fetching)).word).toBe('Downloading 42 %')
    expect(endpointStatus(anEndpoint({ state: 'fetching' })).word).toBe('Downloading')
  })

  it('shows why it failed, or that the machine gave no reason', () => {
    expect(endpointText(anEndpoint({ state: 'failed', problem: 'The hash is wrong.' }))).toBe(
      'The hash is wrong.',
    )
    expect(endpointText(anEndpoint({ state: 'failed' }))).toBe('The machine gave no reason.')
    expect(endpointText(anEndpoint({ state: 'serving' }))).toBe('')
    const untold = 'The engine does not say how many tokens it reads.'
    expect(endpointText(anEndpoint({ state: 'serving', problem: untold }))).toBe(untold)
  })

  it('explains that an unloaded model is loaded by the first answer, and how long that takes', () => {
    const cold = anEndpoint({ state: 'serving', cold: true, load_ms: 1_240 })
    expect(endpointStatus(cold)).toEqual({ tone: 'idle', word: 'Unloaded' })
    expect(endpointText(cold)).toBe(
      'The model was unloaded while idle. The first answer loads it, which takes about 1.24 s.',
    )
  })

  it('counts only serving machines', () => {
    const endpoints = [anEndpoint(), anEndpoint({ state: 'failed' })]
    expect(servingOf(aModel({ endpoints }))).toHaveLength(1)
  })

  it('caps the progress at 100 %', () => {
    expect(fetchedPercent(anEndpoint({ fetched_bytes: 12, total_bytes: 10 }))).toBe(100)
    expect(fetchedPercent(anEndpoint({ fetched_bytes: 0, total_bytes: 0 }))).toBeNull()
  })
})
