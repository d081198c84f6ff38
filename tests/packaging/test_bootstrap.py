# SPDX-License-Identifier: MIT
"""The set-up, with programs that only pretend."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.targets import rustc
from tools.develop import bootstrap
from tools.develop.bootstrap import BootstrapError
from tools.develop.needs import Group, Need

NEEDS = (Need("some-compiler", ("some-package", "newer-name|older-name")),)

# Knows the packages of a list, which an update brings; an installation brings the program.
APT_CACHE = """\
#!/bin/sh
grep -qx "$2" "{state}/lists" && echo "  Candidate: 1.0" || echo "  Candidate: (none)"
"""
APT_GET = """\
#!/bin/sh
echo "$*" >>"{state}/calls"
case "$*" in
    *--print-uris*) echo "'somewhere/some-package.deb' some-package.deb 7000000 SHA256:00" ;;
    *update*) cp "{state}/fresh" "{state}/lists" ;;
    *install*)
        if [ -e "{state}/broken" ]; then
            echo "Reading package lists..."
            echo "E: Failed to fetch some-package.deb"
            exit 100
        fi
        printf '#!/bin/sh\\n' >"{programs}/some-compiler"
        chmod +x "{programs}/some-compiler" ;;
esac
"""


@dataclass(frozen=True)
class System:
    programs: Path
    state: Path

    def with_apt(self, lists: tuple[str, ...]) -> "System":
        for name, text in (("apt-cache", APT_CACHE), ("apt-get", APT_GET)):
            script = self.programs / name
            script.write_text(text.format(state=self.state, programs=self.programs))
            script.chmod(0o755)
        (self.state / "lists").write_text("".join(f"{name}\n" for name in lists))
        (self.state / "fresh").write_text("some-package\nolder-name\n")
        return self

    def calls(self) -> list[str]:
        """What apt-get was asked to do, less its options."""
        path = self.state / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        options = " ".join(bootstrap.APT_OPTIONS) + " "
        return [line.removeprefix(options) for line in lines if "--print-uris" not in line]


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    """A machine with the least of programs, used by root."""
    programs, state = tmp_path / "bin", tmp_path / "state"
    programs.mkdir()
    state.mkdir()
    for name in ("env", "sh", "grep", "cp", "chmod"):
        (programs / name).symlink_to(shutil.which(name) or name)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return System(programs, state)


def test_what_is_there_is_not_installed(system: System) -> None:
    system.with_apt(("some-package", "newer-name"))
    bootstrap.install_programs((Need("sh", ("some-package",), ("-c", "exit 0")),))
    assert system.calls() == []


def test_program_that_does_not_work_counts_as_missing(system: System) -> None:
    assert Need("sh", (), ("-c", "exit 0")).is_met()
    assert not Need("sh", (), ("-c", "exit 1")).is_met()
    assert not Need("no-such-program", ()).is_met()


def test_first_known_alternative_is_installed(
    system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    system.with_apt(("some-package", "newer-name", "older-name"))
    bootstrap.install_programs(NEEDS)
    assert system.calls() == ["install -y --no-install-recommends some-package newer-name"]
    said = capsys.readouterr().out
    assert "missing or incomplete: some-compiler" in said
    assert "about 7 MB to download" in said


def test_lists_are_updated_when_they_lack_a_package(system: System) -> None:
    system.with_apt(())
    bootstrap.install_programs(NEEDS)
    update, install = system.calls()
    assert update.startswith("update")
    assert install == "install -y --no-install-recommends some-package older-name"


@pytest.mark.parametrize("oldest", ["0.9", "1.0", "1"])
def test_a_package_that_is_new_enough_is_installed(system: System, oldest: str) -> None:
    system.with_apt(("older-name",))
    need = Need("some-compiler", (f"newer-name>={oldest}|older-name>={oldest}",))
    bootstrap.install_programs((need,))
    assert system.calls() == ["install -y --no-install-recommends older-name"]


@pytest.mark.parametrize("oldest", ["1.0.1", "1.10", "2"])
def test_packages_that_are_too_old_are_not_installed(system: System, oldest: str) -> None:
    system.with_apt(("older-name",))
    need = Need("some-compiler", (f"newer-name>={oldest}|older-name>={oldest}",))
    message = f"missing or incomplete: some-compiler. No package is newer-name>={oldest}$"
    with pytest.raises(BootstrapError, match=message):
        bootstrap.install_programs((need,))
    assert [call.split()[0] for call in system.calls()] == ["update"]


def test_versions_are_compared_by_numbers() -> None:
    assert rustc.numbers("1.96.0+dfsg1-1~deb12u2") == (1, 96, 0)
    assert rustc.numbers("1.9") < rustc.numbers("1.10")
    assert rustc.numbers("") == ()


def test_what_is_only_wished_for_may_lack(
    system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    system.with_apt(())
    wishes = (Need("no-such", ("newer-name>=2",)), *NEEDS)
    bootstrap.install_wishes(wishes)
    said = capsys.readouterr().out
    assert "No package is newer-name>=2\nGoing on without: what needs it is left out" in said
    assert (system.programs / "some-compiler").exists()


def test_failed_installation_is_tried_with_fresh_lists_and_told(system: System) -> None:
    system.with_apt(("some-package", "newer-name"))
    (system.state / "broken").touch()
    with pytest.raises(BootstrapError, match=r"E: Failed to fetch some-package\.deb") as caught:
        bootstrap.install_programs(NEEDS)
    assert "repeat the command" in str(caught.value)
    assert [call.split()[0] for call in system.calls()] == ["install", "update", "install"]


def test_without_root_and_sudo_the_command_is_told(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    system.with_apt(("some-package", "newer-name"))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(BootstrapError) as caught:
        bootstrap.install_programs(NEEDS)
    command = "apt-get install --no-install-recommends some-package newer-name"
    assert command in str(caught.value)
    assert system.calls() == []


def test_without_apt_the_programs_are_told(system: System) -> None:
    with pytest.raises(BootstrapError, match="some-compiler") as caught:
        bootstrap.install_programs(NEEDS)
    assert "some-package" in str(caught.value)


def test_failed_download_of_python_packages_is_told(tmp_path: Path) -> None:
    pip = tmp_path / "python"
    pip.write_text("#!/bin/sh\necho 'WARNING: retrying'\necho 'ERROR: No matching thing'\nexit 1\n")
    pip.chmod(0o755)
    with pytest.raises(BootstrapError) as caught:
        bootstrap.pip_install(pip, "-r", "some.txt")
    message = str(caught.value)
    assert "pip install -r some.txt failed:\n  ERROR: No matching thing\n" in message
    assert "repeat the command" in message


def test_failed_download_of_test_vectors_is_told(system: System) -> None:
    cargo = system.programs / "cargo"
    cargo.write_text("#!/bin/sh\necho 'error: failed to get something' >&2\nexit 101\n")
    cargo.chmod(0o755)
    with pytest.raises(BootstrapError) as caught:
        bootstrap.fetch_crates(Group("some", (), 1, (), ("some/folder",)))
    message = str(caught.value)
    assert message.startswith(
        "cargo fetch in some/folder failed:\n  error: failed to get something"
    )


@pytest.fixture
def group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Group:
    """A group that is set up."""
    venv = tmp_path / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "whit").touch()
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    group = Group("demo", ("some.txt",), 1, (Need("sh", ()),))
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "some"\n[tool.ruff]\nx = 1\n')
    (tmp_path / "some.txt").write_text("something==1\n")
    bootstrap.stamp(group).write_text(bootstrap.fingerprint(group))
    return group


def test_second_run_starts_no_program(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*arguments: object, **options: object) -> None:
        raise AssertionError(arguments)

    monkeypatch.setattr("subprocess.run", run)
    bootstrap.bootstrap(group)


def test_settings_of_tools_do_not_matter(group: Group, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "some"\n[tool.ruff]\nx = 2\n')
    assert bootstrap.is_ready(group)


@pytest.mark.parametrize("change", ["requirements", "project", "stamp", "whit", "program"])
def test_what_changed_is_set_up_again(
    group: Group, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bootstrap.is_ready(group)
    if change == "requirements":
        (tmp_path / "some.txt").write_text("something==2\n")
    elif change == "project":
        (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    elif change == "stamp":
        bootstrap.stamp(group).unlink()
    elif change == "whit":
        (tmp_path / ".venv" / "bin" / "whit").unlink()
    else:
        monkeypatch.setenv("PATH", str(tmp_path))
    assert not bootstrap.is_ready(group)
