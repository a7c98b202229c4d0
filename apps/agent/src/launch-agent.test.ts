import { describe, expect, it } from 'vitest'
import { launchAgentPath, launchAgentText } from './launch-agent.ts'

describe('the property list of launchd', () => {
  it('starts the agent at every login and again whenever it ends', () => {
    const text = list()
    expect(text).toContain('<string>/Users/ada/agent/node</string>\n    <string>run</string>')
    expect(text).toContain('<key>RunAtLoad</key><true/>')
    expect(text).toContain('<key>KeepAlive</key><true/>')
  })

  it('escapes special characters of XML', () => {
    expect(list({ argv: ['/a & <b>'] })).toContain('<string>/a &amp; &lt;b&gt;</string>')
  })

  it('passes DOCKER_HOST only where it is set', () => {
    expect(list()).not.toContain('DOCKER_HOST')
    expect(list({ dockerHost: 'unix:///x.sock' })).toContain(
      '<key>DOCKER_HOST</key><string>unix:///x.sock</string>',
    )
  })

  it('is in the folder where launchd looks for the agents of a user', () => {
    expect(launchAgentPath('/Users/ada')).toBe(
      '/Users/ada/Library/LaunchAgents/com.gridloom.agent.plist',
    )
  })
})

function list(changes: Partial<Parameters<typeof launchAgentText>[0]> = {}): string {
  return launchAgentText({
    argv: ['/Users/ada/agent/node', 'run'],
    logPath: '/Users/ada/agent.log',
    dockerHost: undefined,
    ...changes,
  })
}
