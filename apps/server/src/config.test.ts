import { expect, it } from 'vitest'
import { ConfigProblems, readConfig } from './config.ts'

it('starts from an empty environment, as every variable is optional', () => {
  const config = readConfig({}, [])
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    turnstile: undefined,
  })
  expect(config.publicUrl).toBe('http://localhost:3000')
})

it('reports every invalid variable at once', () => {
  const problems = problemsOf({
    PORT: 'lots',
    GRIDLOOM_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
  })
  expect(problems.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'GRIDLOOM_URL',
    'DATABASE_URL',
    'LOG_LEVEL',
  ])
})

it('reads endpoint, bucket, region and credentials of an object store from its URL', () => {
  const url = 'https://KEY:se%2Fcret@s3.example.com:9000/my-bucket?region=eu-west-1'
  expect(readConfig({ S3_URL: url }, []).s3).toEqual({
    endpoint: 'https://s3.example.com:9000',
    bucket: 'my-bucket',
    region: 'eu-west-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'se/cret',
  })
  expect(readConfig({ S3_URL: 'http://k:s@10.0.0.7/bucket/' }, []).s3?.region).toBe('us-east-1')
})

it.each([
  'https://s3.example.com/bucket',
  'https://key@s3.example.com/bucket',
  'https://key:secret@s3.example.com',
  'https://key:secret@s3.example.com/bucket/folder',
  'https://key:secret@s3.example.com/bucket?style=path',
  'https://key:se%cret@s3.example.com/bucket',
  's3://key:secret@s3.example.com/bucket',
])('rejects %s as the URL of an object store', (url) => {
  expect(problemsOf({ S3_URL: url })).toEqual([
    'S3_URL: must be https://KEY:SECRET@HOST/BUCKET?region=REGION (or http://)',
  ])
})

it('rejects one variable of a pair and names the missing one', () => {
  expect(problemsOf({ TURNSTILE_SITE_KEY: 'site' })).toEqual([
    'TURNSTILE_SECRET_KEY: required when TURNSTILE_SITE_KEY is set',
  ])
  expect(problemsOf({ GRIDLOOM_ADMIN_PASSWORD: 'long enough' })).toEqual([
    'GRIDLOOM_ADMIN_EMAIL: required when GRIDLOOM_ADMIN_PASSWORD is set',
  ])
})

it('reports an invalid variable and an incomplete pair together', () => {
  const names = problemsOf({ PORT: 'lots', TURNSTILE_SITE_KEY: 'site' }).map(
    (line) => line.split(':')[0],
  )
  expect(names).toEqual(['PORT', 'TURNSTILE_SECRET_KEY'])
})

it('reads the base URLs of the three hosts, which an https page can call only over https', () => {
  const models = 'https://models.example/models'
  expect(readConfig({ GRIDLOOM_MODELS_BASE_URL: models }, []).hosts).toEqual({ models })
  expect(
    problemsOf({
      GRIDLOOM_URL: 'https://gridloom.example',
      GRIDLOOM_API_BASE_URL: 'http://api.example',
      GRIDLOOM_CONTENT_BASE_URL: 'https://content.example/?a',
    }),
  ).toEqual([
    'GRIDLOOM_CONTENT_BASE_URL: must have no query, fragment or credentials',
    'GRIDLOOM_API_BASE_URL: must be an https address, as GRIDLOOM_URL is',
  ])
})

it('rejects an access code whose link would be a page of the site', () => {
  expect(problemsOf({ GRIDLOOM_ACCESS_CODE: 'Welcome' })).toEqual([
    'GRIDLOOM_ACCESS_CODE: is reserved; choose another code',
  ])
})

it('rejects an unknown command-line argument', () => {
  expect(() => readConfig({}, ['--lokal-agent'])).toThrow('--lokal-agent: unknown value')
})

it('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }, []).port).toBe(3000)
})

it('drops the trailing slash of the public address', () => {
  expect(readConfig({ GRIDLOOM_URL: 'https://gridloom.example/' }, []).publicUrl).toBe(
    'https://gridloom.example',
  )
})

it.each(['https://gridloom.example:8443', 'http://10.0.0.7', 'https://[2001:db8::1]:3000'])(
  'accepts the public address %s',
  (url) => {
    expect(readConfig({ GRIDLOOM_URL: url }, []).publicUrl).toBe(url)
  },
)

it.each([
  'https://x.example/$(reboot)',
  'https://x.example/app',
  'https://x.example?a=1',
  'https://a:b@x.example',
  "https://x';reboot;'.example",
  'https://x.example;reboot',
  'https://$(reboot).example',
  'https://x.example:99999',
])('rejects the public address %s, as users paste it into shell commands', (url) => {
  expect(problemsOf({ GRIDLOOM_URL: url })).toEqual([
    expect.stringMatching(/^GRIDLOOM_URL: must be http/),
  ])
})

it.each([
  ['', 0],
  ['false', 0],
  ['true', 1],
  ['2', 2],
])('reads the number of trusted proxies from %j', (words, hops) => {
  expect(readConfig({ TRUST_PROXY: words }, []).trustProxy).toBe(hops)
})

it('rejects a proxy count that is not a number', () => {
  expect(problemsOf({ TRUST_PROXY: 'all' })).toEqual([
    'TRUST_PROXY: must be the number of proxies in front of the server',
  ])
})

it('sends emails from no-reply at its own host by default, into the outbox', () => {
  expect(readConfig({ GRIDLOOM_URL: 'https://gridloom.example:8443' }, []).mail).toEqual({
    smtpUrl: undefined,
    from: 'Gridloom <no-reply@gridloom.example>',
  })
})

it.each(['smtp://mail.example', 'smtps://post%40x:p%3A@mail.example:465'])(
  'accepts the mail server %s',
  (url) => {
    expect(readConfig({ SMTP_URL: url }, []).mail.smtpUrl).toBe(url)
  },
)

it.each(['mail.example:25', 'https://mail.example', 'smtp://', 'smtp://:25'])(
  'rejects the mail server %s',
  (url) => {
    expect(problemsOf({ SMTP_URL: url })).toEqual([
      'SMTP_URL: must be an smtp:// or smtps:// address',
    ])
  },
)

it.each(['post@gridloom.example', 'The Grid – Post <post@gridloom.example>'])(
  'accepts the sender address %s',
  (from) => {
    expect(readConfig({ MAIL_FROM: from }, []).mail.from).toBe(from)
  },
)

it.each(['post', 'Post <post>', 'a@b.example, c@d.example', 'Post\r\nBcc: x <a@b.example>'])(
  'rejects the sender address %j',
  (from) => {
    expect(problemsOf({ MAIL_FROM: from })).toEqual([
      'MAIL_FROM: must be an email address, or Name <address>',
    ])
  },
)

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment, [])
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems
    throw error
  }
  return []
}

it('offers Google and a custom issuer once their clients are configured', () => {
  const google = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' }
  const other = {
    OIDC_ISSUER: 'https://id.example/x',
    OIDC_CLIENT_ID: 'o',
    OIDC_CLIENT_SECRET: 't',
  }
  expect(readConfig({}, []).loginProviders).toEqual([])
  const named = { ...google, ...other, OIDC_NAME: 'Acme' }
  expect(readConfig(named, []).loginProviders).toEqual([
    {
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'g',
      clientSecret: 's',
    },
    {
      id: 'oidc',
      name: 'Acme',
      issuer: 'https://id.example/x',
      clientId: 'o',
      clientSecret: 't',
    },
  ])
  expect(readConfig(other, []).loginProviders).toMatchObject([{ name: 'id.example' }])
})

it('rejects a sign-in provider that is only partly configured', () => {
  expect(problemsOf({ GOOGLE_CLIENT_ID: 'g' })).toEqual([
    'GOOGLE_CLIENT_SECRET: required when GOOGLE_CLIENT_ID is set',
  ])
  expect(problemsOf({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_SECRET: 's' })).toEqual([
    'OIDC_CLIENT_ID: required when OIDC_ISSUER is set',
  ])
  expect(problemsOf({ OIDC_NAME: 'Acme' })).toEqual(['OIDC_ISSUER: required when OIDC_NAME is set'])
})

it('accepts an issuer without TLS only on localhost', () => {
  const client = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' }
  const issuersOf = (issuer: string) =>
    readConfig({ ...client, GOOGLE_ISSUER: issuer }, []).loginProviders.map((one) => one.issuer)
  for (const issuer of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(issuersOf(issuer)).toEqual([issuer])
  for (const issuer of ['http://id.example', 'http://localhost.example', 'file:///etc', 'id'])
    expect(problemsOf({ ...client, GOOGLE_ISSUER: issuer })[0]).toMatch(/^GOOGLE_ISSUER: must be/)
})

it('has port addresses at localhost with nothing set up, at the console’s own port', () => {
  expect(readConfig({}, []).apps).toEqual({
    domain: 'localhost',
    scheme: 'http',
    portSuffix: ':3000',
    listenPort: 3001,
  })
  expect(readConfig({ GRIDLOOM_URL: 'https://gridloom.example' }, []).apps).toBeUndefined()
})

it.each([
  [
    'https://gridloom.example',
    'apps.test',
    { domain: 'apps.test', scheme: 'https', portSuffix: '' },
  ],
  ['https://gridloom.example', 'Apps.Test:8443', { domain: 'apps.test', portSuffix: ':8443' }],
  ['http://10.0.0.7:3000', 'apps.test', { scheme: 'http', portSuffix: ':3001' }],
  ['https://gridloom.co.uk', 'gridloom-apps.co.uk', { domain: 'gridloom-apps.co.uk' }],
])('reads the apps domain beside %s: %s', (url, domain, expected) => {
  const config = readConfig({ GRIDLOOM_URL: url, GRIDLOOM_APPS_DOMAIN: domain }, [])
  expect(config.apps).toMatchObject(expected)
})

it.each([
  ['https://gridloom.example', 'gridloom.example'],
  ['https://gridloom.example', 'apps.gridloom.example'],
  ['https://console.gridloom.example', 'gridloom.example'],
  ['https://console.gridloom.example', 'apps.gridloom.example:8443'],
  ['https://gridloom.co.uk', 'apps.gridloom.co.uk'],
])(
  'refuses an apps domain of the console’s own site, whose cookies apps could set: %s, %s',
  (url, domain) => {
    expect(problemsOf({ GRIDLOOM_URL: url, GRIDLOOM_APPS_DOMAIN: domain })).toEqual([
      expect.stringMatching(
        /^GRIDLOOM_APPS_DOMAIN: must be a domain of its own: .*could set cookies for/,
      ),
    ])
  },
)

it.each([
  'https://apps.test',
  '*.apps.test',
  'apps',
  '10.0.0.7',
  'apps.test/x',
  '-a.test',
  'a..test',
  'apps.test:99999',
])('rejects %s as the apps domain', (domain) => {
  expect(problemsOf({ GRIDLOOM_APPS_DOMAIN: domain })).toEqual([
    'GRIDLOOM_APPS_DOMAIN: must be a domain such as apps.example.net, with an optional port',
  ])
})

it('reads the range of public TCP ports, which are off until it is set', () => {
  expect(readConfig({}, []).tcpRange).toBeUndefined()
  expect(readConfig({ TCP_PORTS: 'off' }, []).tcpRange).toBeUndefined()
  const range = { first: 20_000, last: 20_999 }
  expect(readConfig({ TCP_PORTS: '20000-20999' }, []).tcpRange).toEqual(range)
  expect(readConfig({ TCP_PORTS: '20000-20000' }, []).tcpRange?.last).toBe(20_000)
})

it.each([
  'on',
  '20000',
  '20999-20000',
  '1000-1999',
  '65000-65536',
  '20000-30000',
  '20000-20999,22000-22999',
])('refuses %s as a range of public TCP ports', (range) => {
  expect(problemsOf({ TCP_PORTS: range })).toEqual([
    'TCP_PORTS: must be FIRST-LAST, such as 20000-20999: at most 10,000 ports of 1024 to 65535; or off',
  ])
})

it('refuses a range of public TCP ports that contains a port of the server', () => {
  expect(problemsOf({ TCP_PORTS: '3000-3100' })).toEqual([
    'TCP_PORTS: must not contain PORT (3000)',
    'TCP_PORTS: must not contain APPS_PORT (3001)',
  ])
  expect(problemsOf({ TCP_PORTS: '2200-2299', SSH_PORT: 'off' })).toEqual([])
})
