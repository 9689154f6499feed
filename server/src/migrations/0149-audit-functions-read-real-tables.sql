-- PostgreSQL looks for a table among those of the session first, unless pg_temp is named last. A role that may make temporary tables could
-- show these functions an `audit_beginnings` or `audit_chain` of its own, and so have any row of the audit log removed.
do $$
declare name text;
begin
  foreach name in array array[
    'refuse_to_change_the_audit_log()', 'let_audit_row_wait()', 'check_audit_beginning()', 'refuse_unless_behind_beginning()',
    'remove_audit_behind_beginning(int)'
  ] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;
