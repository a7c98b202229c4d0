import { expect, it } from 'vitest'
import { ConfigProblems, readConfig } from './config.ts'

it('needs nothing: every variable has a default or may be missing', () => {
  const config = readConfig({}, [])
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    turnstile: undefined,
  })
  expect(config.publicUrl).toBe('http://localhost:3000')
})

it('names every wrong variable at once', () => {
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

it('reads the place of an object store out of its address', () => {
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
])('refuses %s as the place of an object store', (url) => {
  expect(problemsOf({ S3_URL: url })).toEqual([
    'S3_URL: must be https://KEY:SECRET@HOST/BUCKET?region=REGION (or http://)',
  ])
})

it('refuses half of a pair, and says which half is missing', () => {
  expect(problemsOf({ TURNSTILE_SITE_KEY: 'site' })).toEqual([
    'TURNSTILE_SECRET_KEY: required when TURNSTILE_SITE_KEY is set',
  ])
  expect(problemsOf({ GRIDLOOM_ADMIN_PASSWORD: 'long enough' })).toEqual([
    'GRIDLOOM_ADMIN_EMAIL: required when GRIDLOOM_ADMIN_PASSWORD is set',
  ])
})

it('names a wrong variable and half of a pair together', () => {
  const names = problemsOf({ PORT: 'lots', TURNSTILE_SITE_KEY: 'site' }).map(
    (line) => line.split(':')[0],
  )
  expect(names).toEqual(['PORT', 'TURNSTILE_SECRET_KEY'])
})

it('refuses a word that it does not know', () => {
  expect(() => readConfig({}, ['--lokal-agent'])).toThrow('--lokal-agent: unknown value')
})

it('takes an empty variable as one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }, []).port).toBe(3000)
})

it('drops the slash at the end of the public address', () => {
  expect(readConfig({ GRIDLOOM_URL: 'https://gridloom.example/' }, []).publicUrl).toBe(
    'https://gridloom.example',
  )
})

it.each(['https://gridloom.example:8443', 'http://10.0.0.7', 'https://[2001:db8::1]:3000'])(
  'takes the public address %s',
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
])('refuses the public address %s, as it stands in commands that people paste', (url) => {
  expect(problemsOf({ GRIDLOOM_URL: url })).toEqual([
    expect.stringMatching(/^GRIDLOOM_URL: must be http/),
  ])
})

it.each([
  ['', 0],
  ['false', 0],
  ['true', 1],
  ['2', 2],
])('believes the proxies in front: %j', (words, hops) => {
  expect(readConfig({ TRUST_PROXY: words }, []).trustProxy).toBe(hops)
})

it('believes no proxies that are no number', () => {
  expect(problemsOf({ TRUST_PROXY: 'all' })).toEqual([
    'TRUST_PROXY: must be the number of proxies in front of the server',
  ])
})

it('lays letters into the outbox, from no-reply at its own host, unless it is told otherwise', () => {
  expect(readConfig({ GRIDLOOM_URL: 'https://gridloom.example:8443' }, []).mail).toEqual({
    smtpUrl: undefined,
    from: 'Gridloom <no-reply@gridloom.example>',
  })
})

it.each(['smtp://mail.example', 'smtps://post%40x:p%3A@mail.example:465'])(
  'takes the mail server %s',
  (url) => {
    expect(readConfig({ SMTP_URL: url }, []).mail.smtpUrl).toBe(url)
  },
)

it.each(['mail.example:25', 'https://mail.example', 'smtp://', 'smtp://:25'])(
  'refuses the mail server %s',
  (url) => {
    expect(problemsOf({ SMTP_URL: url })).toEqual([
      'SMTP_URL: must be an smtp:// or smtps:// address',
    ])
  },
)

it.each(['post@gridloom.example', 'The Grid – Post <post@gridloom.example>'])(
  'sends letters from %s',
  (from) => {
    expect(readConfig({ MAIL_FROM: from }, []).mail.from).toBe(from)
  },
)

it.each(['post', 'Post <post>', 'a@b.example, c@d.example', 'Post\r\nBcc: x <a@b.example>'])(
  'refuses to send letters from %j',
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

it('offers Google, and any other issuer, once their client is there', () => {
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

it('refuses half a sign-in provider', () => {
  expect(problemsOf({ GOOGLE_CLIENT_ID: 'g' })).toEqual([
    'GOOGLE_CLIENT_SECRET: required when GOOGLE_CLIENT_ID is set',
  ])
  expect(problemsOf({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_SECRET: 's' })).toEqual([
    'OIDC_CLIENT_ID: required when OIDC_ISSUER is set',
  ])
  expect(problemsOf({ OIDC_NAME: 'Acme' })).toEqual(['OIDC_ISSUER: required when OIDC_NAME is set'])
})

it('believes an issuer without TLS only on this very machine', () => {
  const client = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' }
  const issuersOf = (issuer: string) =>
    readConfig({ ...client, GOOGLE_ISSUER: issuer }, []).loginProviders.map((one) => one.issuer)
  for (const issuer of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(issuersOf(issuer)).toEqual([issuer])
  for (const issuer of ['http://id.example', 'http://localhost.example', 'file:///etc', 'id'])
    expect(problemsOf({ ...client, GOOGLE_ISSUER: issuer })[0]).toMatch(/^GOOGLE_ISSUER: must be/)
})
