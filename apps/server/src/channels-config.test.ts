import { describe, expect, it } from 'vitest'
import { readChannelsConfig } from './channels-config.ts'
import { readConfig } from './config.ts'

describe('the apps of platforms', () => {
  it('offers nothing unless it is configured', () => {
    expect(readChannelsConfig({})).toEqual({
      config: {
        ...{ apps: {}, standInUrl: null },
        linkedinApiVersion: '202607',
        bluesky: { directoryUrl: 'https://plc.directory', handleResolverUrl: null },
      },
      problems: [],
    })
  })

  it('reads an app with its secret, and a public one', () => {
    const { config, problems } = readChannelsConfig({
      CHANNEL_YOUTUBE_CLIENT_ID: '1.apps.example',
      CHANNEL_YOUTUBE_CLIENT_SECRET: 's/cret',
      CHANNEL_X_CLIENT_ID: 'public',
    })
    expect(problems).toEqual([])
    expect(config.apps).toEqual({
      youtube: { clientId: '1.apps.example', clientSecret: 's/cret' },
      x: { clientId: 'public', clientSecret: null },
    })
  })

  it.each([
    ['a secret without an ID', { CHANNEL_X_CLIENT_SECRET: 's' }, 'CHANNEL_X_CLIENT_ID: required'],
    [
      'an ID without its secret',
      { CHANNEL_TWITCH_CLIENT_ID: 'i' },
      'CHANNEL_TWITCH_CLIENT_SECRET:',
    ],
    [
      'a version that is no month',
      { CHANNEL_LINKEDIN_API_VERSION: '202613' },
      'CHANNEL_LINKEDIN_API_VERSION: must be',
    ],
    ['an ID with a space', { CHANNEL_X_CLIENT_ID: 'a b' }, 'CHANNEL_X_CLIENT_ID: must be'],
    [
      'a secret with a line',
      { CHANNEL_X_CLIENT_ID: 'a', CHANNEL_X_CLIENT_SECRET: 'b\n' },
      'CHANNEL_X_CLIENT_SECRET: must be',
    ],
    [
      'a platform that is none',
      { CHANNEL_FACEBOOK_CLIENT_ID: 'i' },
      'CHANNEL_FACEBOOK_CLIENT_ID: no',
    ],
    ['a path', { CHANNEL_BLUESKY_DIRECTORY: 'https://a.example/b' }, 'CHANNEL_BLUESKY_DIRECTORY: '],
    [
      'no address',
      { CHANNEL_BLUESKY_HANDLE_RESOLVER: 'bsky' },
      'CHANNEL_BLUESKY_HANDLE_RESOLVER: ',
    ],
  ])('stops the start with the name of the variable: %s', (_, set, problem) => {
    expect(readChannelsConfig(set).problems).toEqual([expect.stringContaining(problem)])
    expect(() => readConfig(set, [])).toThrow(problem)
  })
})
