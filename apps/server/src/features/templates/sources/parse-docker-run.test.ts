import { describe, expect, it } from 'vitest'
import { parseDockerRun } from './parse-docker-run.ts'

const entrypoint = { launch_mode: 'entrypoint' as const }

describe('parseDockerRun', () => {
  it('reads a command as the documentation of images has it', () => {
    const { content, refused } = parseDockerRun(`docker run --gpus all -d --name vllm \\
      -v huggingface:/root/.cache/huggingface \\
      --env "HF_TOKEN=secret" --env MODE='a b' \\
      -p 8000:8000 --ipc=host --shm-size 1g --restart unless-stopped \\
      vllm/vllm-openai:v0.9 \\
      --model mistralai/Mistral-7B --max-model-len 4096
    `)
    expect(content).toEqual({
      ...entrypoint,
      image_path_with_tag: 'vllm/vllm-openai:v0.9',
      env: { HF_TOKEN: 'secret', MODE: 'a b' },
      ports: [8000],
      docker_options: '-v huggingface:/root/.cache/huggingface --shm-size 1024m',
      docker_entry_point_tags: ['--model', 'mistralai/Mistral-7B', '--max-model-len', '4096'],
    })
    expect(refused).toEqual([
      { part: '--gpus all', reason: 'GPUs come with the offer' },
      { part: '-d', reason: 'Instances always run in the background' },
      { part: '--name vllm', reason: 'An instance has a label instead' },
      {
        part: '--ipc host',
        reason: 'Memory cannot be shared with other containers. Set the size of /dev/shm instead',
      },
      { part: '--restart unless-stopped', reason: 'An instance has a restart policy of its own' },
    ])
  })

  it.each([
    'docker run nginx',
    'sudo docker run nginx',
    '$ sudo docker container run nginx',
    'podman run -- nginx',
    '\n# Start it:\n\n  docker run nginx # in the foreground\n',
    'docker \\\r\n run \\\r\n nginx\r\n',
  ])('reads %j', (text) => {
    expect(parseDockerRun(text)).toEqual({
      content: { ...entrypoint, image_path_with_tag: 'nginx' },
      refused: [],
    })
  })

  it.each([
    '',
    'nginx',
    'docker',
    'docker ps',
    'docker pull nginx',
    'rm -rf /',
    'run nginx',
    '# docker run a',
  ])('refuses %j, which runs no container', (text) => {
    const { content, refused } = parseDockerRun(text)
    expect(content).toEqual({})
    expect(refused.map(({ reason }) => reason)).toEqual(['must be a docker run command'])
  })

  it('takes the script of a shell as the start script', () => {
    const text = `docker run --entrypoint /bin/sh debian:12 -c 'echo "$HOME"; sleep 1'`
    expect(parseDockerRun(text)).toEqual({
      content: {
        image_path_with_tag: 'debian:12',
        launch_mode: 'shell',
        on_start_script: 'echo "$HOME"; sleep 1',
      },
      refused: [],
    })
  })

  it('refuses any other entry point, and reads an empty one as none', () => {
    expect(parseDockerRun('docker run --entrypoint python img app.py').refused).toHaveLength(1)
    expect(parseDockerRun('docker run --entrypoint "" img').refused).toEqual([])
  })

  it('reads a health check as the readiness check', () => {
    const { content } = parseDockerRun(
      `docker run --health-cmd 'curl -f localhost || exit 1' --health-interval 5s --health-retries 4 nginx`,
    )
    expect(content.readiness).toEqual({
      kind: 'exec',
      command: ['/bin/sh', '-c', 'curl -f localhost || exit 1'],
      timeout_s: 20,
    })
    expect(parseDockerRun('docker run --health-cmd a --health-interval soon nginx')).toMatchObject({
      content: { image_path_with_tag: 'nginx' },
      refused: [{ part: '--health-cmd a' }],
    })
  })

  it.each([
    ['docker run nginx\ndocker run redis', 'docker run redis'],
    ['docker run nginx && rm x', '&& rm x'],
    ['docker run nginx > log', '> log'],
  ])('reads the first command of %j only', (text, part) => {
    const { content, refused } = parseDockerRun(text)
    expect(content).toEqual({ ...entrypoint, image_path_with_tag: 'nginx' })
    expect(refused).toEqual([{ part, reason: 'Only the first command is read' }])
  })

  it('takes nothing that a shell would have replaced, and no part of the arguments then', () => {
    const { content, refused } = parseDockerRun(
      'docker run -e TOKEN=$TOKEN -v $(pwd):/work nginx serve --key "$KEY" --port 80',
    )
    expect(content).toEqual({ ...entrypoint, image_path_with_tag: 'nginx' })
    expect(refused.map(({ part }) => part)).toEqual([
      '-e TOKEN=$TOKEN',
      '-v $(pwd):/work',
      'serve --key $KEY --port 80',
    ])
    expect(parseDockerRun('docker run $IMAGE').content).toEqual(entrypoint)
  })

  it('names a missing image, an option without a value and a quote without an end', () => {
    const reasons = (text: string) => parseDockerRun(text).refused.map(({ reason }) => reason)
    expect(reasons('docker run -p 80')).toEqual(['names no image'])
    expect(reasons('docker run -p')).toEqual(['needs a value', 'names no image'])
    expect(reasons(`docker run nginx 'a`)).toEqual(['has a quote without an end'])
  })
})
