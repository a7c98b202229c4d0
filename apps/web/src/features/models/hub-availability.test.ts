import { describe, expect, it } from 'vitest'
import { aModel, anEndpoint, anUnservedModel } from '../../testing/model-samples.ts'
import { hubAvailability } from './hub-availability.ts'

describe('hubStanding', () => {
  it('returns the best state of any machine', () => {
    const [serving, fetching, failed, waiting] = [
      anEndpoint(),
      anEndpoint({ state: 'fetching' }),
      anEndpoint({ state: 'failed' }),
      anEndpoint({ state: 'waiting' }),
    ]
    const kindOf = (...endpoints: object[]) => hubAvailability([aModel({ endpoints })]).kind
    expect(kindOf(failed, fetching, serving)).toBe('serving')
    expect(kindOf(waiting, failed, fetching)).toBe('coming')
    expect(kindOf(waiting, failed)).toBe('failed')
    expect(kindOf(waiting)).toBe('waiting')
    expect(hubAvailability([anUnservedModel()]).kind).toBe('nobody')
  })
})
