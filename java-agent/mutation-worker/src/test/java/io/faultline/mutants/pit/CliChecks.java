package io.faultline.mutants.pit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.function.IntFunction;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.OptionGroup;
import org.apache.commons.cli.Options;

/** Tests of commons-cli: each parses one command line. Loaded anew with each mutated parser. */
public final class CliChecks implements IntFunction<String> {
    /** The number of tests. */
    public static final int COUNT = Lines.ALL.length * 2;

    private static final class Lines {
        static final String[] ALL = {
            "",
            "-a",
            "-b value",
            "-bvalue",
            "-b=value",
            "--alpha",
            "--beta value",
            "--beta=value",
            "--be=value",
            "--bet value",
            "-ab value",
            "-abvalue",
            "-c -a",
            "-x",
            "--unknown",
            "-a rest more",
            "-- -a",
            "- -a",
            "-a - b",
            "-D key=value",
            "-Dkey=value",
            "-Dkey",
            "-D",
            "-b",
            "--beta",
            "-m 1 2 3",
            "-m 1 -a 2",
            "-m",
            "--many 1 2",
            "-o",
            "-o 5",
            "-o5",
            "-o=5",
            "--optional=5",
            "--optional",
            "-g",
            "-h",
            "-g -h",
            "-gh",
            "-b -1",
            "-b -a",
            "-b \"quoted value\"",
            "--beta=\"quoted\"",
            "--alpha=x",
            "-a=x",
            "-beta value",
            "-beta=value",
            "-alpha",
            "-alph",
            "-be value",
            "--a",
            "--b v",
            "a b c",
            "-a -a",
            "-b 1 -b 2",
            "--",
            "-",
            "-m 1 -- 2",
            "rest -a",
            "-Dk=v -Dl=w",
            "-ax",
            "-bx=y",
            "--al",
            "-DkeyWith=eq=2",
            "-ac",
            "-aDk=v"
        };
    }

    private static Options options() {
        Options options = new Options();
        options.addOption("a", "alpha", false, "");
        options.addOption("b", "beta", true, "");
        options.addOption("c", false, "");
        options.addOption(
                Option.builder("D").numberOfArgs(2).valueSeparator('=').build());
        options.addOption(Option.builder("m").longOpt("many").hasArgs().build());
        options.addOption(Option.builder("o")
                .longOpt("optional")
                .hasArg()
                .optionalArg(true)
                .build());
        OptionGroup group = new OptionGroup();
        group.addOption(new Option("g", "one"));
        group.addOption(new Option("h", "other"));
        options.addOptionGroup(group);
        return options;
    }

    /** The result of test {@code index} as text. */
    @Override
    public String apply(int index) {
        String line = Lines.ALL[index / 2];
        try {
            Properties properties = null;
            if (index % 5 == 0) {
                properties = new Properties();
                properties.setProperty("a", "true");
                properties.setProperty("o", "9");
            }
            String[] words = line.isEmpty() ? new String[0] : line.split(" ");
            CommandLine parsed = new DefaultParser().parse(options(), words, properties, index % 2 == 1);
            List<String> said = new ArrayList<>();
            for (Option option : parsed.getOptions()) {
                said.add(option.getOpt() + Arrays.toString(option.getValues()));
            }
            return said + " " + parsed.getArgList();
        } catch (Throwable thrown) {
            return thrown.getClass().getName();
        }
    }
}
