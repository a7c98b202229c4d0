-- Searches filter by the terms of reservations, which are columns of machines.
create trigger offer_reservation_terms_changed after update on machines for each row
  when (old.reservation_days_max is distinct from new.reservation_days_max
    or old.reservation_day_basis_points is distinct from new.reservation_day_basis_points
    or old.reservation_week_basis_points is distinct from new.reservation_week_basis_points
    or old.reservation_month_basis_points is distinct from new.reservation_month_basis_points)
  execute function note_machine_change();
