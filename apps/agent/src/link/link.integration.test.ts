import { agentPaths } from '@gridloom/contract/agent/protocol'
import { describe, expect, it } from 'vitest'
import { pathOf } from '../../test/agent-connection.ts'
import { anInstanceId, aReport, aSpec } from '../../test/builders.ts'
import { setupAgent } from '../../test/run-agent.ts'

describe('an agent that is connected', () => {
  it('says hello first, with all that the machine is and holds', async () => {
    await using test = await setupAgent()
    test.keeper.put(aReport())
    await test.start()
    const connection = await test.plane.nextConnection()
    const [hello] = await connection.reportsUntil('hello')
    expect(hello).toMatchObject({
      kind: 'hello',
      protocol: 1,
      hardware: { hostname: 'box' },
      instances: [{ instance_id: anInstanceId, phase: 'running' }],
    })
  })

  it('takes a spec in', async () => {
    await using test = await setupAgent()
    await test.start()
    const connection = await test.plane.nextConnection()
    const path = pathOf(agentPaths.instance, { id: anInstanceId })
    const answer = await connection.call('PUT', path, aSpec())
    expect(answer.status).toBe(202)
    expect(test.keeper.applied).toEqual([aSpec()])
  })
})
