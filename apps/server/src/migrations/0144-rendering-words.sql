-- Rendering in the field's words: segments and hash blocks of uploads, diagnostics of scenes, extents of parts,
-- malformed pictures, disputes, and machines that are not verified yet.
alter table render_uploads rename column stretches to segments;
alter table render_uploads rename column piece_hashes to block_hashes;

alter table render_frames rename column piece to extent;
alter table render_frames rename column misformed_by to malformed_by;

alter table render_checks rename column contested to dispute;

update render_scenes set contents = jsonb_set(contents, '{blends}', (
  select jsonb_agg(blend - 'remarks' || jsonb_build_object('diagnostics', blend -> 'remarks') order by position)
  from jsonb_array_elements(contents -> 'blends') with ordinality as blends (blend, position)
))
where contents @? '$.blends[*].remarks';

-- The check is dropped before rows take the new value, and the index whose predicate names the old one is made anew.
alter table render_machines drop constraint render_machines_admission_check;
update render_machines set admission = 'unverified' where admission = 'unproven';
alter table render_machines alter column admission set default 'unverified';
alter table render_machines add constraint render_machines_admission_check
  check (admission in ('unverified', 'admitted', 'refused'));
drop index render_machines_compared;
create index render_machines_compared on render_machines (machine_id)
  where admission = 'unverified' and canary is not null;
