import { describe, expect, it } from 'vitest'
import { launchAgentPath, launchAgentText } from './launch-agent.ts'

describe('the property list of launchd', () => {
  it('runs the agent at every login and again whenever it ends', () => {
    const text = list()
    expect(text).toContain('<string>/Users/ada/agent/node</string>\n    <string>run</string>')
    expect(text).toContain('<key>RunAtLoad</key><true/>')
    expect(text).toContain('<key>KeepAlive</key><true/>')
  })

  it('keeps signs that mean something in XML as they are', () => {
    expect(list({ argv: ['/a & <b>'] })).toContain('<string>/a &amp; &lt;b&gt;</string>')
  })

  it('passes another engine on only where there is one', () => {
    expect(list()).not.toContain('DOCKER_HOST')
    expect(list({ dockerHost: 'unix:///x.sock' })).toContain(
      '<key>DOCKER_HOST</key><string>unix:///x.sock</string>',
    )
  })

  it('lies where launchd looks for the agents of one person', () => {
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
