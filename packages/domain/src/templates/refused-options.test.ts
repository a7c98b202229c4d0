import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import { expect, it } from 'vitest'
import { parseDockerOptions } from './parse-docker-options.ts'

it.each([
  ['-e TOKEN', '-e TOKEN', 'There is no environment to copy it from. Use NAME=value'],
  ['-e GRIDLOOM_A=b', '-e GRIDLOOM_A=b', 'names that start with GRIDLOOM_ are reserved'],
  ['-e 1A=b', '-e 1A=b', 'must be a name such as MODEL_PATH'],
  ['-e __proto__=b', '-e __proto__=b', 'is not a name'],
  [
    '-e A=$HOME',
    '-e A=$HOME',
    'No shell reads $HOME here. Write the value itself, or put it in single quotes',
  ],
  ['-e', '-e', 'needs a value'],
  [
    '-v C:/a:/data',
    '-v C:/a:/data',
    'Folders of the machine cannot be mounted. Create a volume and name it',
  ],
  ['-p 53:53/udp', '-p 53:53/udp', 'UDP ports are not available'],
  ['-p 53/sctp', '-p 53/sctp', 'Only TCP ports are available'],
  ['-p 0', '-p 0', 'must be from 1 to 65535'],
  ['-p 70000', '-p 70000', 'must be from 1 to 65535'],
  ['-p web:80', '-p web:80', 'must be a port such as 80 or 8080:80'],
  ['-p 81-80', '-p 81-80', 'The range is reversed. Use 80-81'],
  ['-p 1-65535', '-p 1-65535', 'at most 64 ports'],
  [
    '-v /home:/data',
    '-v /home:/data',
    'Folders of the machine cannot be mounted. Create a volume and name it',
  ],
  [
    '-v ./a:/data',
    '-v ./a:/data',
    'Folders of the machine cannot be mounted. Create a volume and name it',
  ],
  [
    '-v C:\\\\a:/data',
    '-v C:\\a:/data',
    'Folders of the machine cannot be mounted. Create a volume and name it',
  ],
  ['-v /data', '-v /data', 'Volumes without a name are not available. Create a volume and name it'],
  ['-v a:/a:ro,z', '-v a:/a:ro,z', 'Only ro and rw are available'],
  ['-v a:/proc/x', '-v a:/proc/x', 'This path is reserved'],
  ['-v a:/root:ro', '-v a:/root:ro', 'must be writable, as SSH keys are stored in /root/.ssh'],
  [
    '--mount type=bind,src=/a,dst=/a',
    '--mount type=bind,src=/a,dst=/a',
    'Folders of the machine cannot be mounted. Create a volume and name it',
  ],
  [
    '--mount type=tmpfs,dst=/a',
    '--mount type=tmpfs,dst=/a',
    'Only mounts of type=volume are available',
  ],
  [
    '--mount src=a,dst=/a,volume-nocopy',
    '--mount src=a,dst=/a,volume-nocopy',
    'volume-nocopy is not available',
  ],
  ['--shm-size 0', '--shm-size 0', 'must be more than 0 and at most 1024g'],
  ['--shm-size 9999t', '--shm-size 9999t', 'must be more than 0 and at most 1024g'],
  ['--shm-size much', '--shm-size much', 'must be a size such as 64m or 1g'],
  ['--ulimit nice=1', '--ulimit nice=1', 'nice is not a limit that instances can have'],
  ['--ulimit nofile=2:1', '--ulimit nofile=2:1', 'The soft limit must be at most the hard one'],
  ['-w app', '-w app', 'must be an absolute path'],
  ['-u "a b"', '-u a b', 'must be a user such as 1000:1000'],
  ['-h A_B', '-h A_B', 'Use lower-case letters, digits and dashes'],
  ['--gpus all', '--gpus all', 'GPUs come with the offer'],
  ['--gpus=all', '--gpus all', 'GPUs come with the offer'],
  ['--privileged', '--privileged', 'Instances have no privileges on their machine'],
  ['-m 4g', '-m 4g', 'Memory comes with the offer'],
  ['--frobnicate', '--frobnicate', 'is not an option of docker run that instances can have'],
  ['--e A=b', '--e', 'is not an option of docker run that instances can have'],
  ['-Z', '-Z', 'is not an option of docker run that instances can have'],
  ['nginx', 'nginx', 'is not an option. Values with spaces need quotes'],
  [`-e 'A=b`, 'A=b', 'has a quote without an end'],
  ['-e A=\0', '-e A=', 'contains a NUL character'],
])('refuses a part of %j, with its reason', (text, part, reason) => {
  const { options, refused } = parseDockerOptions(text)
  expect(refused).toContainEqual({ part, reason })
  expect(options).toEqual({ ...noContainerOptions, env: {}, ports: [], volumes: [] })
})
