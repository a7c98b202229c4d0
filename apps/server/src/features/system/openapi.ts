export function openApiDocument(_api: unknown, _config: unknown): Record<string, unknown> {
  return {}
}
