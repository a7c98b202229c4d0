import { expect, it } from 'vitest'
import { parseCompose } from '../parse-compose.ts'

it.each([
  ['build: .', 'build', 'Build the image and push it to a registry; templates run an image'],
  ['deploy: {}', 'deploy', 'CPUs, memory and GPUs come with the offer'],
  ['privileged: true', 'privileged', 'Instances have no privileges on their machine'],
  ['frobnicate: 1', 'frobnicate', 'is not a key that instances can have'],
  ['__proto__: 1', '__proto__', 'is not a key that instances can have'],
  ['ports: 80', 'ports', 'must be a list'],
  ['ports: [53:53/udp]', 'ports[0]: 53:53/udp', 'UDP ports are not available'],
  ['ports: [{target: 53, protocol: udp}]', 'ports[0]: 53/udp', 'UDP ports are not available'],
  ['expose: [[80]]', 'expose[0]', 'must be a text'],
  [
    'environment: [TOKEN]',
    'environment[0]: TOKEN',
    'There is no environment to copy it from. Use NAME=value',
  ],
  [
    'environment: {TOKEN: }',
    'environment.TOKEN',
    'There is no environment to copy it from. Use NAME=value',
  ],
  ['environment: {__proto__: x}', 'environment.__proto__', 'is not a name'],
  ['environment: {A: $NO}', 'environment.A: $NO', 'The variable NO has no value here'],
  ['environment: {A: {b: c}}', 'environment.A', 'must be a text'],
  [
    'volumes: ["./a:/b"]',
    'volumes[0]: ./a:/b',
    'Folders of the machine cannot be mounted. Create a volume and name it',
  ],
  [
    'volumes: [{type: bind, source: /a, target: /b}]',
    expect.stringContaining('volumes[0]'),
    'Folders of the machine cannot be mounted. Create a volume and name it',
  ],
  [
    'volumes: [{type: tmpfs, target: /b}]',
    expect.stringContaining('volumes[0]'),
    'Only mounts of type=volume are available',
  ],
  [
    'volumes: [{source: "a,target=/c", target: /b}]',
    'volumes[0]',
    'has a comma in a name or a path',
  ],
  ['command: "a \'b"', "command: a 'b", 'has a quote without an end'],
  ['command: [a, $NO, b]', 'command[1]: $NO', 'The variable NO has no value here'],
  ['ulimits: 5', 'ulimits', 'must be a map'],
  [
    'ulimits: {nofile: {soft: 5}}',
    'ulimits.nofile: 5:',
    'must be a limit such as nofile=1024:65536',
  ],
  ['healthcheck: x', 'healthcheck', 'must be a map'],
  ['healthcheck: {test: [curl, x]}', 'healthcheck.test', 'must be CMD with a command'],
  [
    'healthcheck: {test: x, interval: soon}',
    'healthcheck',
    'has a duration that is not one, such as 1m30s',
  ],
  ['healthcheck: {test: [CMD]}', 'healthcheck', expect.any(String)],
])('refuses %s', (key, part, reason) => {
  const { content, refused } = parseCompose(`services:\n  web:\n    image: a\n    ${key}\n`)
  expect(content).toEqual({ image_path_with_tag: 'a', launch_mode: 'entrypoint' })
  expect(refused).toEqual([{ part, reason }])
})
