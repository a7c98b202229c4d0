import { join } from 'node:path'

/** The inputs of the agent's launchd property list. */
export interface LaunchAgent {
  /** The command line that runs the agent, as absolute paths. */
  argv: readonly string[]
  logPath: string
  /** Set where the agent uses another engine than the default one. */
  dockerHost: string | undefined
}

export const launchLabel = 'com.gridloom.agent'

/** Returns the path where launchd looks for the agents of a user. */
export function launchAgentPath(home: string): string {
  return join(home, 'Library/LaunchAgents', `${launchLabel}.plist`)
}

/**
 * Returns the text of the property list: the agent starts when the user logs in, as Docker Desktop does, and again
 * whenever it ends. Source: launchd.plist(5).
 */
export function launchAgentText({ argv, logPath, dockerHost }: LaunchAgent): string {
  const environment =
    dockerHost === undefined
      ? []
      : [
          '  <key>EnvironmentVariables</key>',
          `  <dict><key>DOCKER_HOST</key>${string(dockerHost)}</dict>`,
        ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key>${string(launchLabel)}`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...argv.map((word) => `    ${string(word)}`),
    '  </array>',
    ...environment,
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><true/>',
    '  <key>ThrottleInterval</key><integer>5</integer>',
    '  <key>ExitTimeOut</key><integer>15</integer>',
    `  <key>StandardErrorPath</key>${string(logPath)}`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

function string(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<string>${escaped}</string>`
}
