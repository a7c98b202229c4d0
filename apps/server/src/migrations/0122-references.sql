-- Who rendered a machine's canary again, or was to: few among all chunks.
create index render_chunks_references on render_chunks (canary_of) where canary_of is not null;
