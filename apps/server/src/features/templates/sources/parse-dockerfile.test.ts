import { describe, expect, it } from 'vitest'
import { parseDockerfile } from './parse-dockerfile.ts'

const build = 'Build the image and push it to a registry; templates run an image'

describe('parseDockerfile', () => {
  it('reads what a Dockerfile says about containers, and refuses what builds an image', () => {
    const { content, refused } = parseDockerfile(`# syntax=docker/dockerfile:1
ARG VERSION=3.13
FROM python:\${VERSION}-slim AS app
LABEL maintainer=me
RUN apt-get update \\
    # a comment within a line
    && apt-get install -y curl
ENV PYTHONUNBUFFERED=1 \\
    GREETING="hello world" NAME='a $b'
ENV LEGACY one  two
WORKDIR /srv
WORKDIR app
COPY . .
EXPOSE 8000 9000-9002/tcp
USER 1000:1000
HEALTHCHECK --interval=5s --retries=2 CMD curl -f http://localhost:8000 || exit 1
CMD ["python", "-m", "http.server"]
`)
    expect(content).toEqual({
      image_path_with_tag: 'python:3.13-slim',
      env: { PYTHONUNBUFFERED: '1', GREETING: 'hello world', NAME: 'a $b', LEGACY: 'one  two' },
      ports: [8000, 9000, 9001, 9002],
      docker_options: '-w /srv/app -u 1000:1000',
      launch_mode: 'entrypoint',
      docker_entry_point_tags: ['python', '-m', 'http.server'],
      readiness: {
        kind: 'exec',
        command: ['/bin/sh', '-c', 'curl -f http://localhost:8000 || exit 1'],
        timeout_s: 10,
      },
    })
    expect(refused).toEqual([
      { part: 'LABEL maintainer=me', reason: 'Labels of containers are not used' },
      { part: expect.stringMatching(/^RUN apt-get update .*curl$/), reason: build },
      { part: 'COPY . .', reason: build },
    ])
  })

  it('says nothing about how containers start where there is no command', () => {
    expect(parseDockerfile('FROM debian:12')).toEqual({
      content: { image_path_with_tag: 'debian:12' },
      refused: [],
    })
  })

  it.each([
    ['CMD echo $HOME', ['/bin/sh', '-c', 'echo $HOME']],
    ['CMD ["a", "b c"]', ['a', 'b c']],
    ['CMD [a, b]', ['/bin/sh', '-c', '[a, b]']],
    ['CMD ["a"]\nCMD ["b"]', ['b']],
    ['SHELL ["/bin/bash", "-ec"]\nCMD a', ['/bin/bash', '-ec', 'a']],
  ])('reads the command %j', (lines, args) => {
    const { content } = parseDockerfile(`FROM debian\n${lines}`)
    expect([content.launch_mode, content.docker_entry_point_tags]).toEqual(['entrypoint', args])
  })

  it('refuses an entry point, and keeps its arguments', () => {
    const { content, refused } = parseDockerfile('FROM a\nENTRYPOINT ["run"]\nCMD ["--fast"]')
    expect(content.docker_entry_point_tags).toEqual(['--fast'])
    expect(refused.map(({ part }) => part)).toEqual(['entrypoint run'])
  })

  it('takes an entry point that is a line of a shell as the start script, without the command', () => {
    expect(parseDockerfile('FROM a\nENTRYPOINT exec top -b\nCMD ["x"]').content).toMatchObject({
      launch_mode: 'shell',
      on_start_script: 'exec top -b',
    })
  })

  it.each([
    ['FROM scratch', build],
    ['FROM golang AS build\nFROM build', build],
    ['FROM golang AS Build\nFROM BUILD AS last', build],
    ['FROM $IMAGE', 'The variable IMAGE has no value here'],
    ['ARG IMAGE\nFROM $IMAGE', 'The variable IMAGE has no value here'],
    ['FROM', 'names no image'],
    ['', 'has no FROM'],
    ['RUN ls', 'has no FROM'],
  ])('has no image where it begins with none: %j', (text, reason) => {
    const { content, refused } = parseDockerfile(text)
    expect(content).toEqual({})
    expect(refused.at(-1)?.reason).toBe(reason)
  })

  it('reads the last stage only', () => {
    const { content, refused } = parseDockerfile(
      'FROM golang:1 AS build\nENV A=b\nRUN make\nFROM --platform=linux/amd64 debian:12\nENV C=d',
    )
    expect(content).toEqual({ image_path_with_tag: 'debian:12', env: { C: 'd' } })
    expect(refused).toEqual([
      { part: 'FROM golang:1 AS build', reason: `Only the last stage is read. ${build}` },
      { part: '--platform=linux/amd64', reason: 'The platform comes with the offer' },
    ])
  })

  it.each([
    ['ARG A=1\nENV B=$A', { B: '1' }],
    ['ARG A=1\nENV A=2\nENV B=$A', { A: '2', B: '2' }],
    ['ENV A=1\nENV A=2 B=$A', { A: '2', B: '1' }],
    ['ENV B=<NO:-x> C="<NO:+y>"', { B: 'x', C: '' }],
    ['ENV A=1\nENV B=\\$A C=\'$A\' D="\\$A"', { A: '1', B: '$A', C: '$A', D: '$A' }],
    ['ENV A=a\\ b', { A: 'a b' }],
    ['ARG GLOBAL\nENV B=$GLOBAL', { B: 'yes' }],
    ['ENV A="x=y"', { A: 'x=y' }],
  ])('expands variables as Docker does: %j', (lines, env) => {
    const text = lines.replaceAll('<', '${').replaceAll('>', '}')
    const { content, refused } = parseDockerfile(`ARG GLOBAL=yes\nFROM debian\n${text}`)
    expect(content.env).toEqual(env)
    expect(refused).toEqual([])
  })

  it('refuses values with variables that only the image knows', () => {
    const { content, refused } = parseDockerfile(
      'ARG OUTSIDE=1\nFROM a\nENV PATH=/opt/bin:$PATH A=b\nENV O=$OUTSIDE\nEXPOSE $PORT\nUSER $U\nWORKDIR $W',
    )
    expect(content).toEqual({ image_path_with_tag: 'a', env: { A: 'b' } })
    expect(refused.map(({ reason }) => reason)).toEqual(
      ['PATH', 'OUTSIDE', 'PORT', 'U', 'W'].map((name) => `The variable ${name} has no value here`),
    )
  })

  it.each([
    ['RUN <<EOF\nENV A=no\nEOF\nENV B=yes', 1],
    ['COPY <<-"ONE" <<TWO /srv/\n\tENV A=no\n\tONE\nENV A=no\nTWO\nENV B=yes', 1],
    ['RUN python -c "1 <<x" \nENV B=yes', 1],
    ['RUN cat <<<EOF\nENV B=yes', 1],
  ])('skips here-documents: %j', (lines, count) => {
    const { content, refused } = parseDockerfile(`FROM a\n${lines}`)
    expect(content.env).toEqual({ B: 'yes' })
    expect(refused).toHaveLength(count)
  })

  it('names a here-document without an end', () => {
    expect(parseDockerfile('FROM a\nRUN <<EOF\nENV A=b').refused).toEqual([
      { part: 'RUN <<EOF', reason: 'has a here-document without an end' },
    ])
  })

  it('reads lines that end as on Windows, and its escape character', () => {
    const text = '# escape=`\r\n# other=x\r\nfrom a\r\nenv A=b `\r\n  C=d\r\nworkdir /c\\d\r\n'
    expect(parseDockerfile(text).content).toEqual({
      image_path_with_tag: 'a',
      env: { A: 'b', C: 'd' },
      docker_options: "-w '/c\\d'",
    })
  })

  it.each([
    ['VOLUME /data', 'Volumes without a name are not available. Create a volume and name it'],
    ['STOPSIGNAL SIGINT', 'How instances are stopped is fixed'],
    ['ONBUILD RUN ls', build],
    ['ADD a b', build],
    ['FROBNICATE x', 'is not an instruction of a Dockerfile'],
    ['HEALTHCHECK ls', 'must be CMD with a command, or NONE'],
    ['HEALTHCHECK --interval=soon CMD ls', 'has a duration that is not one, such as 1m30s'],
    ['SHELL bash', 'must be a list of words in JSON'],
    ['EXPOSE 53/udp', 'UDP ports are not available'],
    ['USER a b', 'must be a user such as 1000:1000'],
    ['WORKDIR app', 'must be an absolute path'],
    ['ENV __proto__=x', 'is not a name'],
    ['ENV GRIDLOOM_X=y', 'names that start with GRIDLOOM_ are reserved'],
    ['ENV A', 'needs a value'],
  ])('refuses %s', (line, reason) => {
    const { content, refused } = parseDockerfile(`FROM a\n${line}`)
    expect(content).toMatchObject({ image_path_with_tag: 'a' })
    expect(refused).toEqual([{ part: line, reason }])
  })

  it('reads a thousand instructions, and names the line from which it reads none', () => {
    const { content, refused } = parseDockerfile(`FROM a\n\n${'USER b\n'.repeat(1_500)}USER c`)
    expect(content.docker_options).toBe('-u b')
    expect(refused).toEqual([
      { part: 'Line 1002 and the following ones', reason: 'at most 1000 instructions' },
    ])
  })

  it.each(['ENV', 'ARG'])('bounds values that each %s doubles', (name) => {
    const doubled = `${name} A=$A$A\n`.repeat(60)
    const { refused } = parseDockerfile(`ARG G=x\nFROM a\n${name} A=xxxx\n${doubled}ENV B=$A`)
    expect(refused.map(({ reason }) => reason)).toContain('The values of variables are too long')
    const globals = `ARG A=xxxx\n${'ARG A=$A$A\n'.repeat(60)}FROM a:$A`
    expect(parseDockerfile(globals).content).toEqual({})
  })

  it('counts an image without a health check as ready when it has started', () => {
    expect(parseDockerfile('FROM a\nHEALTHCHECK NONE').content.readiness).toEqual({
      kind: 'started',
    })
  })
})
