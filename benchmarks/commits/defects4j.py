"""Records faults of Defects4J whose bug-inducing commits are known (coinse/fonte), for `faultline-benchmarks commits`.

Nothing of theirs is kept here: needed are clones of rjust/defects4j and of the projects, and of coinse/fonte the file
experiment_results/ranking/git_line_Ochiai_voting_C_BIC/max-0-0.1.csv, which has commits, places and numbers of candidates.

A fault is the sources of the last faulty commit with the tests of the commit that mended it. Sources are compiled by Eclipse's
compiler, which knows Java 1.4 and leaves out what it cannot compile, and only the relevant tests are run, under JUnit 4. A fault is left out
where the clone has not its commits, or the culprit is no ancestor.
"""
import argparse
import io
import os
import shutil
import subprocess
import tarfile

CLONES = {
    "Cli": "commons-cli", "Codec": "commons-codec", "Compress": "commons-compress", "Jsoup": "jsoup",
    "Lang": "commons-lang", "Math": "commons-math", "Time": "joda-time",
}


def git(folder, *arguments, text=True):
    return subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=text, check=False)


def said(folder, *arguments):
    return git(folder, *arguments).stdout


def pairs(defects4j, project, bug):
    """Faulty and mended commits that any version of Defects4J has: clones were made anew now and then."""
    found = []
    for name in ["active-bugs.csv", "deprecated-bugs.csv", "commit-db"]:
        path = f"framework/projects/{project}/{name}"
        for version in said(defects4j, "log", "--all", "--format=%H", "--", path).split():
            rows = [line.split(",") for line in said(defects4j, "show", f"{version}:{path}").split("\n")]
            found += [(row[1], row[2]) for row in rows if row[0] == bug and len(row) > 2]
    return list(dict.fromkeys(found))


def extract(clone, revision, paths, to):
    """The first of the paths that the revision has, as files."""
    for path in paths:
        archive = git(clone, "archive", revision, path, text=False)
        if archive.returncode == 0:
            tarfile.open(fileobj=io.BytesIO(archive.stdout)).extractall(to, filter="data")
            return os.path.join(to, path)
    return None


def compile_and_copy(options, source, class_path, to, level, log):
    os.makedirs(to, exist_ok=True)
    flags = ["-source", level, "-target", level, "-g", "-nowarn", "-proceedOnError", "-encoding", "ISO-8859-1"]
    command = ["java", "-jar", options.ecj, *flags, "-cp", class_path, "-d", to, source]
    subprocess.run(command, stdout=log, stderr=log, check=False)
    for folder, _, files in os.walk(source):
        for name in files:
            if not name.endswith(".java"):
                target = os.path.join(to, os.path.relpath(folder, source))
                os.makedirs(target, exist_ok=True)
                shutil.copy(os.path.join(folder, name), target)


def record(options, project, bug, culprit):
    """The columns of a row from the recordings on, or why there is none."""
    clone = os.path.join(options.clones, CLONES[project])
    name = os.path.abspath(os.path.join(options.out, f"{project}-{bug}"))
    culprit = said(clone, "rev-parse", "--verify", "-q", culprit + "^{commit}").strip()
    known = [pair for pair in pairs(options.defects4j, project, bug)
             if culprit and all(git(clone, "cat-file", "-e", commit).returncode == 0 for commit in pair)
             and git(clone, "merge-base", "--is-ancestor", culprit, pair[0]).returncode == 0]
    if not known:
        return None, "the clone has not its commits"
    faulty, mended = known[0]
    of = lambda kind: said(options.defects4j, "show", f"HEAD:framework/projects/{project}/{kind}/{bug}")
    failing = [line[4:].strip() for line in of("trigger_tests").split("\n") if line.startswith("--- ")]
    if not os.path.isdir(name + "/recordings"):
        shutil.rmtree(name, ignore_errors=True)
        os.makedirs(name)
        source = extract(clone, faulty, ["src/main/java", "src/java"], name + "/source")
        tests = extract(clone, mended, ["src/test/java", "src/test"], name)
        extract(clone, mended, ["src/test/resources"], name)
        if not source or not tests:
            return None, "its sources lie elsewhere"
        level = "1.4" if os.path.isdir(source + "/org/apache/commons/lang/enum") else "1.8"
        classes, test_classes = name + "/classes", name + "/test-classes"
        with open(name + "/log.txt", "w", encoding="utf-8") as log:
            compile_and_copy(options, source, options.libraries, classes, level, log)
            compile_and_copy(options, tests, classes + ":" + options.libraries, test_classes, level, log)
            resources = name + "/src/test/resources"
            if os.path.isdir(resources):
                shutil.copytree(resources, test_classes, dirs_exist_ok=True)
            wanted = sorted(set(of("relevant_tests").split()) | {test.split("::")[0] for test in failing})
            there = [test for test in wanted if os.path.exists(f"{test_classes}/{test.replace('.', '/')}.class")]
            java = ["java", "-Duser.timezone=America/Los_Angeles", "-cp", ":".join([classes, test_classes, options.libraries])]
            command = [options.faultline, "run", "--out", name + "/recordings", "--", *java, "org.junit.runner.JUnitCore"]
            subprocess.run(["timeout", "600", *command, *there], stdout=log, stderr=log, cwd=name, check=False)
    columns = [name + "/recordings", clone, faulty, culprit, " ".join(test.replace("::", "#") for test in failing)]
    return columns, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonte", required=True, help="the file of coinse/fonte")
    parser.add_argument("--defects4j", required=True, help="a clone")
    parser.add_argument("--clones", required=True, help="a folder with clones of the projects: commons-lang, ...")
    parser.add_argument("--ecj", required=True, help="Eclipse's compiler: org.eclipse.jdt:ecj")
    parser.add_argument("--libraries", required=True, help="a class path with JUnit 4, Hamcrest, EasyMock")
    parser.add_argument("--faultline", required=True, help="the program")
    parser.add_argument("--out", required=True, help="a folder for builds and recordings, and the table, faults.tsv")
    options = parser.parse_args()
    options.ecj, options.faultline = os.path.abspath(options.ecj), os.path.abspath(options.faultline)
    os.makedirs(options.out, exist_ok=True)
    with open(options.fonte, encoding="utf-8") as rows, open(options.out + "/faults.tsv", "w", encoding="utf-8") as table:
        for row in list(rows)[1:]:
            project, bug, culprit, rank, candidates, _ = row.strip().split(",")
            if project not in CLONES or not os.path.isdir(os.path.join(options.clones, CLONES[project])):
                continue
            columns, reason = record(options, project, bug, culprit)
            if reason:
                print(f"{project}-{bug}: {reason}", flush=True)
            else:
                table.write("\t".join([f"{project}-{bug}", *columns, rank, candidates]) + "\n")
                table.flush()


main()
